import { untrusted } from "cloudfront-sign-webcrypto/internals";
import type { CloudFrontDenialCode } from "cloudfront-sign-webcrypto/verify";
import { type ErrorBody, type ErrorPage, readErrorBody, readErrorPage } from "./error-body.ts";
import { longestBody } from "./limits.ts";
import { responseHeaderReader } from "./response-headers.ts";

/** The answer of a question, read as far as it can be. */
export interface ReadAnswer {
  readonly status: number | undefined;
  /** The beginning of the body. */
  readonly body: string;
  /** The beginning of a header's value, by its name in lower case; empty without one. */
  readonly header: (name: string) => string;
  readonly error: ErrorBody | undefined;
  readonly page: ErrorPage | undefined;
  readonly isFromS3: boolean;
  /** The `Code` in the body, if CloudFront wrote it. */
  readonly code: CloudFrontDenialCode | undefined;
  /** The first word of `X-Cache` in lower case, such as `error`; empty if CloudFront did not write it. */
  readonly cacheResult: string;
  /** Whether CloudFront passed the answer on; `undefined` if the headers do not show it. */
  readonly isThroughCloudFront: boolean | undefined;
  /** Whether the answer denies nothing. */
  readonly isAllowed: boolean;
}

/** Reads an answer. Nothing in it throws, of whatever type it is. */
export function readAnswer(givenStatus: unknown, givenBody: unknown, givenHeaders: unknown): ReadAnswer {
  const body = withoutEntities((untrusted.text(givenBody) ?? "").slice(0, longestBody));
  const header = responseHeaderReader(givenHeaders);
  const error = readErrorBody(body);
  const page = readErrorPage(body);
  const status = readStatus(givenStatus) ?? page?.status;
  const isFromS3 = isS3Error(error, header);
  const cacheResult = readCacheResult(header("x-cache"));
  return {
    status,
    body,
    header,
    error,
    page,
    isFromS3,
    code:
      error === undefined || isFromS3 || isFromOtherStorage(error, header)
        ? undefined
        : denialCodes.find((code) => code === error.code),
    cacheResult,
    isThroughCloudFront: page !== undefined || isThroughCloudFront(header, cacheResult),
    isAllowed: isSuccess(status) && cacheResult !== "error" && header("x-amzn-waf-action") === "",
  };
}

/** A body that a page shows as text. */
function withoutEntities(body: string): string {
  return body.includes("&lt;Code&gt;") ? body.replaceAll("&lt;", "<").replaceAll("&gt;", ">") : body;
}

function readStatus(status: unknown): number | undefined {
  const text = untrusted.text(status);
  return text && /^\d{3}$/.test(text) ? Number(text) : undefined;
}

function isSuccess(status: number | undefined): boolean {
  return status !== undefined && ((status >= 200 && status < 300) || status === 304);
}

/** The codes with which CloudFront denies a signature. */
const denialCodes = [
  "MissingKey",
  "InvalidKey",
  "MalformedSignature",
  "MalformedPolicy",
  "AccessDenied",
] as const satisfies readonly CloudFrontDenialCode[];

/** CloudFront's message is `Access denied`; S3 writes a capital D, or names the action that is not allowed. */
const s3Messages = [
  "Access Denied",
  "User: ",
  "The ciphertext refers to",
  "Query-string authentication requires",
  "Request has expired",
  "All access to this object has been disabled",
];

function isS3Error(error: ErrorBody | undefined, header: ReadAnswer["header"]): boolean {
  if (header("x-amz-error-code") !== "") return true;
  if (error === undefined || isFromOtherStorage(error, header)) return false;
  return (
    error.hasHostId ||
    error.hasAccessKeyId ||
    error.code.startsWith("KMS.") ||
    s3Messages.some((message) => error.message.startsWith(message)) ||
    header("server") === "AmazonS3"
  );
}

/** What storages with S3's interface call themselves in `Server`. */
const otherStorages =
  /^(?:minio|uploadserver|ceph|wasabi|cloudflare|aliyunoss|tencent-cos|seaweedfs|garage)/i;

function isFromOtherStorage({ isOfOtherStorage }: ErrorBody, header: ReadAnswer["header"]): boolean {
  return isOfOtherStorage || otherStorages.test(header("server")) || header("x-guploader-uploadid") !== "";
}

/** Reads what comes before " from cloudfront". A proxy or a second distribution may have added more. */
function readCacheResult(value: string): string {
  const [first = ""] = value.toLowerCase().split(",", 1);
  const end = first.indexOf(" from cloudfront");
  return end < 0 ? "" : first.slice(0, end).trim();
}

/**
 * Any of these headers shows CloudFront. Without them it matters whether all headers are known: scripts of
 * another origin see none of `Date`, `Server` and `X-Powered-By`.
 *
 * Source: Fetch Standard, "CORS-safelisted response-header name".
 */
function isThroughCloudFront(header: ReadAnswer["header"], cacheResult: string): boolean | undefined {
  const isShown =
    cacheResult !== "" ||
    header("x-amz-cf-id") !== "" ||
    header("x-amz-cf-pop") !== "" ||
    header("server") === "CloudFront" ||
    header("via").toLowerCase().includes("cloudfront");
  if (isShown) return true;
  return ["date", "server", "x-powered-by"].some((name) => header(name) !== "") ? false : undefined;
}
