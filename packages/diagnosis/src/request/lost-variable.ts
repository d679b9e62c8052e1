import { percentDecoded } from "cloudfront-sign-webcrypto/internals";
import type { Certainty, Seen } from "../findings/finding.ts";
import { shortQuote } from "../findings/quote.ts";

/** What programs write in the place of a value that they do not have. */
export interface LostVariable {
  readonly id: "word" | "object" | "placeholder" | "mask";
  readonly text: string;
}

/** What languages write for a value that is missing. */
const missingValue = /^(?:undefined|null|nil|None|NaN|Infinity|false|true)$/;

/** What JavaScript and Python write for an object, bytes, a function or a Promise. */
const objectAsText =
  /^(?:\[object[ +]\w{1,40}\]$|Promise\b|<(?:Buffer|function|coroutine object|bound method)\b|(?:async )?function ?\w{0,40}\(|0xc0[\da-f]{8}$)/;

/** A place in a template that nothing was filled into. */
const placeholder =
  /[$#]\{[^{}]{0,60}\}|%!\w\([A-Z]{1,20}\)|\{\{[^{}]{0,60}\}\}|^\{\w{1,60}\}$|\$[A-Za-z]\w{0,40}(?:%0\d{1,2}d)?\$|\$\([A-Za-z]\w{0,40}\)|%\(\w{1,40}\)s|^%[sd]$|%0\d{1,2}d|<%.{0,60}%>|^<[\w -]{1,60}>$/;

/** What logs, chats and people write in the place of a secret or of a long value, or in the middle of it. */
const mask =
  /(?:^[*_-]{0,3}|[[<({])(?:redacted|filtered|masked|hidden|removed|scrubbed|secret|omitted|sensitive|snip(?:ped)?|truncated|stripped|censored|elided)(?: ?\w{1,20})?(?:[*_-]{0,3}$|[\])}>])|-{2,}snip-{2,}|\u2026|\.{3}|[*\u2022]{3,}|^#{3,}|^x{3,}$|x{6,}|^[[<(][\w .-]{1,60}[\])>]$|^(?:(?:your|my|the|some|insert|put|enter|actual|real|long|base64|encoded)[ _-]?){0,3}(?:signature|sig|policy|(?:public[ _-]?)?key(?:[ _-]?pair)?[ _-]?id|expires|timestamp)(?:[ _-]?(?:here|goes|value|string|placeholder)){0,3}$/i;

/** The characters of a value that are looked at for what programs write. Our own limit: it is short. */
const longestLostValue = 200;

/** Whether a value, perhaps percent-encoded, is one that a program did not have. */
export function lostVariable(value: string): LostVariable | undefined {
  if (value.length > longestLostValue) return undefined;
  const text = percentDecoded(value);
  if (missingValue.test(text)) return { id: "word", text };
  if (objectAsText.test(text)) return { id: "object", text };
  return placeholder.test(text) ? { id: "placeholder", text } : undefined;
}

/** The same for the value of a signing parameter, which somebody may have hidden, or a part of it. */
export function lostValue(value: string): LostVariable | undefined {
  const written = lostVariable(value);
  const [hidden] = mask.exec(percentDecoded(value)) ?? [];
  const isHidden = hidden !== undefined && (written === undefined || written.id === "placeholder");
  return isHidden ? { id: "mask", text: hidden } : written;
}

/** Why a program wrote a word where a value belongs: NaN and Infinity come of a calculation. */
export function causeOfWord(word: string): string {
  return /^(?:NaN|Infinity)$/.test(word)
    ? "a variable was not set, or a date could not be read"
    : "a variable was not set";
}

/** How sure the fault of a lost value is: what stands in the place of a hidden one was not sent. */
export function certaintyOfLost({ id }: LostVariable): Certainty {
  return id === "mask" ? "possible" : "proven";
}

/** Where hidden values come: among what was not checked. */
const rankOfHidden = 1200;

/** The variable without a value that a host name is, or has as a label, or what a template left there. */
export function lostInHost(host: string): LostVariable | undefined {
  const [label = ""] = /(?:^|\.)(?:undefined|null|nan)(?=[.:]|$)/i.exec(host) ?? [];
  return lostValue(host) ?? (label ? { id: "word", text: label.replace(".", "") } : undefined);
}

/** What is seen of it at a place: a parameter by its name, or a part of the URL in several words. */
export function lostVariableSeen({ id, text }: LostVariable, place: string): Seen {
  const isPart = place.includes(" ") && id !== "mask";
  const name = isPart ? "this part of the URL" : place;
  const shown = `"${shortQuote(text)}"`;
  const [fault, fix] = {
    word: [
      `is the word ${shown}: ${causeOfWord(text)}`,
      `Find the variable that ${name} comes from, and set it. Stop the program if the variable is missing.`,
    ],
    object: [
      `is ${shown}: an object was written as text`,
      /Promise|coroutine/.test(text)
        ? `Await the Promise before you write ${name}.`
        : `Write the text of ${name}, not the object that holds it.`,
    ],
    mask: [
      `has ${shown} in the place of what was sent, or of a part of it`,
      `Take the URL or the cookies from where they are sent, with the whole value of ${name}: this one shows nothing.`,
    ],
    placeholder: [
      `has the placeholder ${shown}, which nothing was filled into`,
      `Fill in the placeholder of ${name} before you sign and send the URL.`,
    ],
  }[id] as [string, string];
  return {
    evidence: `${place} ${fault}`,
    fix,
    ...(id === "mask" && {
      summary: "A value was taken out of the paste, so it cannot be judged.",
      rank: rankOfHidden,
    }),
    ...(isPart && { summary: "A part of the URL comes from a variable without a value." }),
  };
}
