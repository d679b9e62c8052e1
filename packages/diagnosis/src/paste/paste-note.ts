/** What was done to a paste to read it, or what its reader should know. */
export type PasteNote =
  | "cut"
  | "invisible-characters"
  | "json-escapes"
  | "line-breaks"
  | "inner-url"
  | "html-entities"
  | "access-log"
  | "shell-splits-url"
  | "redirected"
  | "scheme-assumed"
  | "zone-assumed"
  | "several-requests"
  | "one-of-several-denied"
  | "one-of-several-urls-denied"
  | "several-urls"
  | "answer-of-target"
  | "load-balancer-log"
  | "parameters-joined"
  | "parameters-without-url"
  | "values-without-names"
  | "explained-as-set-cookie"
  | "cookies-of-other-urls"
  | "requested-url-unused";

const sentences: Record<PasteNote, string> = {
  cut: "Only the first 100,000 characters were read.",
  "invisible-characters": "Invisible characters were removed.",
  "json-escapes": "Escapes of JSON or Markdown (\\u0026, \\/, \\_) were decoded.",
  "line-breaks": "Line breaks inside the cookies were removed.",
  "inner-url":
    "The signed URL stands inside that of a redirect, or of the protection of a mail: it alone is explained.",
  "html-entities": "Entities of HTML (&amp;) were decoded, as a browser does with an attribute.",
  "access-log": "The request is from a log of CloudFront, which does not have the body of the response.",
  "shell-splits-url":
    "The URL is not in quotes here: a shell ends the command at the first &, and never sends the rest.",
  redirected: "The request that followed the redirect is explained: its URL is that of Location.",
  "scheme-assumed": "The paste does not show whether the request used http or https: https is assumed.",
  "zone-assumed": "The paste does not show the zone of its time: UTC is assumed.",
  "several-requests": "There are several requests; the last one is explained.",
  "one-of-several-denied": "There are several requests; one that was denied is explained.",
  "one-of-several-urls-denied": "There are several URLs; the one that the answer is for is explained.",
  "several-urls": "There are several URLs; the first one with signing parameters is explained.",
  "answer-of-target":
    "The request is from a log of a load balancer: CloudFront has sent it on, and the target has written the status.",
  "load-balancer-log": "The request is from a log of a load balancer: CloudFront has sent it on.",

  "parameters-joined": "The parameters were appended to the requested URL.",
  "parameters-without-url":
    "The paste has no host name: only the signing parameters were read. Pass the requested URL to compare them with it.",
  "values-without-names":
    "The names of the values were guessed from their form. Paste them with their names.",
  "explained-as-set-cookie":
    "The response sets signed cookies. They are explained, and not the request that received them.",
  "cookies-of-other-urls":
    "Cookies whose Domain, Path or Secure does not fit the URL were left out, as clients do.",
  "requested-url-unused": "The paste has a URL of its own, which is explained instead of the requested URL.",
};

/** The sentence of a note. */
export function describePasteNote(note: PasteNote): string {
  return sentences[note];
}
