/** Whether an element says of itself that nobody sees it. What a style sheet hides is not known here. */

const HIDING_STYLE =
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0(?:\.0+)?\s*(?:;|!|$)|font-size\s*:\s*0(?:\.0+)?(?:px|em|rem|pt|%)?\s*(?:;|!|$)|(?:max-)?(?:height|width)\s*:\s*0(?:px)?\s*(?:;|!|$)|(?:left|top|right|text-indent|margin-left)\s*:\s*-\d{3,}|clip\s*:\s*rect\(\s*0|clip-path\s*:\s*inset\(\s*(?:50|100)%|transform\s*:\s*scale\(\s*0\s*\)|color\s*:\s*transparent)/i;

const MAX_STYLE = 2_000;

export function isHidden(attributes: ReadonlyMap<string, string>): boolean {
  if (attributes.has("hidden")) return true;
  if (attributes.get("aria-hidden")?.trim().toLowerCase() === "true") return true;
  return HIDING_STYLE.test(attributes.get("style")?.slice(0, MAX_STYLE) ?? "");
}
