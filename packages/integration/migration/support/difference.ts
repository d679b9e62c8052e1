/** The headings under which docs/migrating.md explains the differences of a library. */
export const kinds = {
  lost: "Throws: a restriction would get lost",
  denied: "Throws: CloudFront allows no such request, or WebCrypto cannot do it",
  sent: "Signs what clients send, or accepts more",
  signer: "Only the signer differs",
} as const;

/** What a row of docs/migrating.md gives to the old library, to its entry here, and to a signer. */
export interface Difference {
  /** Markdown, as the page shows it. */
  readonly given: string;
  readonly kind: keyof typeof kinds;
  readonly function?: "getSignedUrl" | "getSignedCookies";
  readonly url?: string | URL;
  /** Options of the old library that differ from the usual ones. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** What the old library does. A text that starts with "throws" is checked against an error. */
  readonly before: string;
  /** What the entry does, if it signs something else than the old library. */
  readonly entry?: string;
  /** What a signer does, if it signs something else. `-` if it has no such option. */
  readonly signer?: string;
  readonly remedy: string;
}
