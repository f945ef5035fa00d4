/**
 * Phrases that speak to the model over its user's head. Each pattern is matched against text that was folded (fold-look.ts),
 * with every run of blanks and underscores made one space. No pattern may hold an unbounded repetition: the time must grow
 * with the text alone.
 */
import type { Confidence } from "./finding.ts";

export interface InstructionRule {
  readonly rule: string;
  readonly confidence: Confidence;
  /** Words of which at least one is in every match. Texts without any of them are not looked at further. */
  readonly words: string;
  readonly pattern: RegExp;
}

/** Up to three, or six, words in between. */
const FEW = String.raw`(?: [^ .;]{1,30}){0,3}?`;
const SOME = String.raw`(?: [^ .;]{1,30}){0,6}?`;
const FILE = String.raw`(?:\.(?:ssh|gnupg|netrc|kube|aws|cursor)\b|\bid (?:rsa|ed25519|ecdsa)\b|/etc/(?:passwd|shadow)\b|\bmcp\.json\b|\bclaude desktop config\b|\bprivate keys?\b)`;

function phrase(source: string): RegExp {
  return new RegExp(source);
}

export const INSTRUCTION_RULES: readonly InstructionRule[] = [
  {
    rule: "override-instructions",
    confidence: "high",
    words: "ignore|disregard|forget|override|overrule|bypass",
    pattern: phrase(
      String.raw`\b(?:ignore|disregard|forget|override|overrule|bypass)\b${FEW} (?:previous|prior|earlier|above|preceding|existing|former|initial|original|system|safety|your|everything)\b${FEW} (?:instructions?|prompts?|rules?|directives?|guidelines?|commands?|polic(?:y|ies)|training|above|told)\b`,
    ),
  },
  {
    rule: "hide-from-user",
    confidence: "high",
    words: "tell|inform|notify|reveal|disclose|mention|alert|aware",
    pattern: phrase(
      String.raw`\b(?:do not|don['’]?t|never|must not|should not|without|avoid|refrain from|not to)\b(?: ever| also| directly)? (?:tell|inform|notify|reveal|disclos|mention|alert|make)(?:ing|e)?\b${SOME} (?:users?|humans?|customers?|person|anyone|anybody|operator|them aware)\b`,
    ),
  },
  {
    rule: "hide-from-user",
    confidence: "high",
    words: "secret|hidden|conceal|hide",
    pattern: phrase(
      String.raw`\b(?:keep|hide|conceal)\b${FEW} (?:this|it|that|these|them|the fact)\b${FEW} (?:secret|hidden|from (?:the |any |every )?(?:users?|humans?|customers?))\b`,
    ),
  },
  {
    rule: "hide-from-user",
    confidence: "medium",
    words: "mention",
    pattern: phrase(
      String.raw`\b(?:do not|don['’]?t|never) mention (?:that you|this (?:step|instruction|file|tool|to)|these (?:steps|instructions)|the (?:file|fact))\b`,
    ),
  },
  {
    rule: "act-in-secret",
    confidence: "high",
    words: "silently|secretly|covertly|stealthily|discreetly|quietly|surreptitiously",
    pattern: phrase(
      String.raw`\b(?:silently|secretly|covertly|stealthily|discreetly|quietly|surreptitiously) (?:send|read|copy|upload|forward|transmit|include|call|execute|run|append|attach|add|collect|post|exfiltrate|bcc|log)\b`,
    ),
  },
  {
    rule: "pose-as-system",
    confidence: "medium",
    words: "important|system|secret|hidden|instruction|admin|critical|im start|inst|sys",
    pattern: phrase(
      String.raw`<(?:important|system|secret|hidden|admin|critical|system[ -](?:prompt|message|instructions?)|hidden[ -]instructions?)>|<\|(?:im start|system|endoftext|start header id)\|?|\[/?inst\]|<<sys>>|<!--[^>]{0,40}(?:system|instruction|hidden)|\[(?:system|hidden|system (?:prompt|message|note))\]`,
    ),
  },
  {
    rule: "pose-as-system",
    confidence: "high",
    words: "you are now|new instructions|developer mode|jailbreak|system override|system prompt",
    pattern: phrase(
      String.raw`\byou are now (?:a|an|in|the|free|no longer)\b|\b(?:your )?new (?:system )?instructions? (?:are|is|follow)\b|\bnew (?:system )?instructions?:|\b(?:developer|dan|god) mode (?:enabled|activated|on)\b|\b(?:system|admin|security) override\b|\b(?:reveal|print|repeat|output|leak|send)${FEW} (?:your|the) system prompt\b`,
    ),
  },
  {
    rule: "order-other-tools",
    confidence: "medium",
    words: "other|every|any|all|each",
    pattern: phrase(
      String.raw`\b(?:before|prior to|after|when(?:ever)?|instead of|each time you|every time you)${FEW} (?:using|calling|invoking|running|executing|use|call|invoke)${FEW} (?:any|every|all|each|other|another)${FEW} (?:tools?|functions?)\b|\bbefore (?:any|every|all|each)(?: other)?(?: \w{1,20})? tools?\b`,
    ),
  },
  {
    rule: "order-other-tools",
    confidence: "medium",
    words: "other",
    pattern: phrase(
      String.raw`\b(?:do not|don['’]?t|never|must not) (?:use|call|invoke|trust)${FEW} other${FEW} (?:tools?|servers?|functions?)\b`,
    ),
  },
  {
    rule: "read-secrets",
    confidence: "high",
    words: String.raw`\.ssh|\.gnupg|\.netrc|\.kube|\.aws|\.cursor|id.rsa|id.ed25519|id.ecdsa|/etc/|mcp\.json|claude.desktop.config|private.key`,
    pattern: phrase(
      String.raw`\b(?:read|cat|open|load|access|fetch|get|contents? of|contents? from|copy|retrieve|reading)\b[^.;]{0,60}${FILE}[^;]{0,120}\b(?:pass|send|include|provide|attach|upload|put|insert|forward|post|as (?:the |a )?(?:parameter|argument|sidenote|value))\b`,
    ),
  },
  {
    rule: "read-secrets",
    confidence: "medium",
    words: String.raw`\.ssh|\.gnupg|\.netrc|\.kube|\.aws|\.cursor|id.rsa|id.ed25519|id.ecdsa|/etc/|mcp\.json|claude.desktop.config|private.key`,
    pattern: phrase(
      String.raw`\b(?:you must|must first|first|always|please|make sure to|need to|content from|contents of) ?(?:read|cat|open|load|access|fetch|copy|retrieve|reading)?\b[^.;]{0,40}${FILE}`,
    ),
  },
  {
    rule: "read-secrets",
    confidence: "low",
    words: String.raw`\.ssh|\.gnupg|\.netrc|\.kube|\.aws|id.rsa|id.ed25519|id.ecdsa|/etc/(?:passwd|shadow)|mcp\.json|claude.desktop.config`,
    pattern: phrase(FILE.replace(String.raw`|\bprivate keys?\b`, "")),
  },
  {
    rule: "send-data-away",
    confidence: "medium",
    words: "https?://",
    pattern: phrase(
      String.raw`!\[[^\]]{0,40}\]\(https?://[^) ?]{1,80}\?[^) ]{1,9}|https?://[^ "'<>)?]{1,80}\?(?:[^ "'<>)=]{0,40}=(?:\{|\$\{|<|\[|%s|")|(?:data|secret|payload|leak|exfil|stolen|creds?|dump|content)=)`,
    ),
  },
  {
    rule: "send-data-away",
    confidence: "high",
    words: "send|upload|forward|transmit|exfiltrate|post|leak",
    pattern: phrase(
      String.raw`\b(?:send|upload|forward|transmit|exfiltrate|post|leak)\b[^.;]{0,40}\b(?:credentials?|passwords?|tokens?|api keys?|secrets?|conversation|chat history|env(?:ironment)? variables?|private keys?|all (?:messages|emails|files))\b[^;]{0,30}\b(?:to|at)\b[^;]{0,12}(?:https?://|[\w.+-]{1,40}@[\w-]{1,40}\.|attacker|external|remote server|webhook)`,
    ),
  },
  {
    rule: "collect-context",
    confidence: "medium",
    words: "conversation|chat|system prompt|context",
    pattern: phrase(
      String.raw`\b(?:include|pass|put|append|insert|attach|send|copy|paste|fill in|provide)\b${SOME} (?:entire|full|complete|whole|all (?:of )?(?:the )?previous)\b${FEW} (?:conversation|chat|system prompt|context window|message history)\b`,
    ),
  },
  {
    rule: "claim-consent",
    confidence: "high",
    words: "already|pre-?approved|pre-?authorized",
    pattern: phrase(
      String.raw`\b(?:user|human|owner|admin(?:istrator)?) (?:has|have) (?:already )?(?:approved|authori[sz]ed|consented|agreed|granted)\b|\b(?:this|it) (?:is|was|has been) pre-?(?:approved|authori[sz]ed)\b`,
    ),
  },
  {
    rule: "claim-consent",
    confidence: "low",
    words: "without",
    pattern: phrase(
      String.raw`\bwithout (?:asking (?:the user )?for|requesting|requiring|waiting for|any|the user['’]?s?|user|their)\b${FEW} ?(?:confirmation|approval|consent|permission|knowledge|noticing)\b`,
    ),
  },
  {
    rule: "run-remote-code",
    confidence: "high",
    words: "curl|wget|base64",
    pattern: phrase(
      String.raw`\b(?:curl|wget)\b[^|;]{0,200}\| ?(?:sudo )?(?:ba|z)?sh\b|\bbase64 (?:-d|--decode)\b[^|;]{0,100}\| ?(?:ba|z)?sh\b`,
    ),
  },
];
