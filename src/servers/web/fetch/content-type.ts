/** What a document is, and so what becomes of it: a page to convert, text to pass on, or nothing for a reader of text. */
import { TackleError } from "../../../errors.ts";
import { shown, type DocumentHeaders } from "./fetch-bytes.ts";

export type DocumentKind = "page" | "text" | "unknown";

const PAGES = new Set(["text/html", "application/xhtml+xml"]);

const TEXTS =
  /^(?:text\/[\w.+-]+|application\/(?:json|xml|javascript|ecmascript|x-ndjson|jsonl|yaml|x-yaml|toml|graphql|sql|x-sh|x-javascript|[\w.-]+\+(?:json|xml|yaml)))$/;

/** Throws for what is neither, before it is read. */
export function kindOf({ contentType, url, declaredBytes }: DocumentHeaders): DocumentKind {
  const type = (contentType.split(";", 1)[0] ?? "").trim();
  if (type === "") return "unknown";
  if (PAGES.has(type)) return "page";
  if (TEXTS.test(type)) return "text";
  throw notText(url, { type, bytes: declaredBytes });
}

/** For a document whose server does not say what it is. */
export function guessKind(text: string, { url, bytes }: { url: URL; bytes: number }): "page" | "text" {
  const start = text.slice(0, 1_000);
  if (/^\s*(?:<!doctype html|<html|<head|<body)/i.test(start)) return "page";
  // Neither NUL nor what is left of bytes that are no text occurs in text.
  if (/[\0\uFFFD]/.test(start)) throw notText(url, { type: "of an unknown type", bytes });
  return "text";
}

function notText(url: URL, { type, bytes }: { type: string; bytes: number | undefined }): TackleError {
  const size = bytes === undefined ? "of unknown size" : `${bytes} bytes`;
  return new TackleError({
    code: "execution",
    message: `${shown(url)} is not text but ${type}, ${size}`,
    hint: "Only pages and text are fetched.",
  });
}
