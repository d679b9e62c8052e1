import { shortQuote } from "../../findings/quote.ts";

/** Where a URL ends that was cut off. */
export type TruncatedEnd =
  | { readonly id: "in-name" | "in-value" | "after-value"; readonly name: string }
  | { readonly id: "in-escape" | "ellipsis" | "at-limit" };

/** The end in words, with the length of the URL if it is one at which text is often cut. */
export function describeTruncatedEnd(end: TruncatedEnd, limit: number | undefined): string {
  const length = limit === undefined ? "" : `, after exactly ${limit} characters`;
  switch (end.id) {
    case "in-name":
      return end.name === ""
        ? `the URL ends with &${length}`
        : `the URL ends inside the name of a parameter, "${shortQuote(end.name)}"${length}`;
    case "in-value":
      return `the URL ends inside ${end.name}${length}`;
    case "after-value":
      return `the URL ends after ${end.name}${length}`;
    case "in-escape":
      return `the URL ends inside a percent-encoded character${length}`;
    case "ellipsis":
      return "the URL ends with an ellipsis, as shortened text does";
    case "at-limit":
      return `the URL ends${length}`;
  }
}

/** What to do about it. */
export function truncatedFix(end: TruncatedEnd, limit: number | undefined): string {
  if (limit !== undefined)
    return `Store the URL where more than ${limit} characters fit: a signed URL can have up to 8,192.`;
  if (end.id === "ellipsis")
    return "Copy the URL from its source: this program shows only the beginning of it.";
  if (end.id === "after-value")
    return "Put the URL in single quotes: a shell ends a command at the first &. Otherwise copy all of it.";
  return "Copy the whole URL from its source, and store it where 8,192 characters fit.";
}
