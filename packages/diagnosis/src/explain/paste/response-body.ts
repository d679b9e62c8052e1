/** The start of an error body: XML, HTML, and what browsers show of it. */
const bodyStart =
  /<(?:\?xml|Error|!DOCTYPE|html)\b|^[ \t]*(?:MissingKey|InvalidKey|MalformedSignature|MalformedPolicy|AccessDenied)\b|^.{0,20}The request could not be satisfied/im;

/** Text before an error body, and the body. */
export interface SplitAtBody {
  readonly before: string;
  readonly body: string | undefined;
}

/** Splits text at the start of an error body. */
export function splitAtBody(text: string): SplitAtBody {
  const start = text.search(bodyStart);
  return start < 0
    ? { before: text, body: undefined }
    : { before: text.slice(0, start), body: text.slice(start).trim() };
}
