/** What an error body of CloudFront, of S3, or of a storage with S3's interface says. */
export interface ErrorBody {
  /** Empty if the body has only a message. */
  readonly code: string;
  readonly message: string;
  /** Whether it has the `HostId` that only S3 sends. */
  readonly hasHostId: boolean;
  /** Whether a storage wrote it that has S3's interface only: Google Cloud Storage explains in `Details`, MinIO's `HostId` is hexadecimal. */
  readonly isOfOtherStorage: boolean;
  /** Whether it names the access key of a signature that S3 has read. */
  readonly hasAccessKeyId: boolean;
  /** The bucket that S3 looked for. */
  readonly bucket: string | undefined;
}

/** Codes by which the text of an error body is recognized that a browser shows without its tags. */
const shownCodes = [
  "MissingKey",
  "InvalidKey",
  "MalformedSignature",
  "MalformedPolicy",
  "AccessDenied",
  "NoSuchKey",
] as const;

/**
 * Reads an error body: XML, the HTML of an S3 website, or what a browser shows of the XML. `undefined` for any
 * other body.
 *
 * Source: Amazon S3 User Guide, "REST error responses" and "Website endpoints".
 */
export function readErrorBody(body: string): ErrorBody | undefined {
  const memberOf = (name: string): string | undefined => element(body, name) ?? listItem(body, name);
  const code = memberOf("Code");
  const message = memberOf("Message");
  const hostId = memberOf("HostId");
  const isOfOtherStorage = memberOf("Details") !== undefined || /^[\da-f-]{32,}$/i.test(hostId ?? "");
  const hasHostId = hostId !== undefined;
  const hasAccessKeyId = memberOf("AWSAccessKeyId") !== undefined;
  if (code === undefined && message === undefined && !hasHostId && !hasAccessKeyId) return shownError(body);
  const bucket = memberOf("BucketName");
  return { code: code ?? "", message: message ?? "", hasHostId, isOfOtherStorage, hasAccessKeyId, bucket };
}

/** The text of the first XML element of this name. */
function element(body: string, name: string): string | undefined {
  return textBehind(body, `<${name}>`);
}

/** An item of the list in an error page of an S3 website. */
function listItem(body: string, name: string): string | undefined {
  return textBehind(body, `<li>${name}:`);
}

function textBehind(body: string, start: string): string | undefined {
  const at = body.indexOf(start);
  if (at < 0) return undefined;
  const from = at + start.length;
  const end = body.indexOf("<", from);
  return body.slice(from, end < 0 ? undefined : end).trim();
}

function shownError(body: string): ErrorBody | undefined {
  const text = body.trimStart();
  const code = shownCodes.find((one) => text.startsWith(one));
  if (code === undefined) return undefined;
  return {
    code,
    message: text.slice(code.length).trim(),
    hasHostId: false,
    isOfOtherStorage: false,
    hasAccessKeyId: false,
    bucket: undefined,
  };
}
