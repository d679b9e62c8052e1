import { parameterNames } from "cloudfront-sign-webcrypto/internals";
import { type Finding, found, likely, possible } from "../../findings/finding.ts";
import { folderPattern, isInRoot, quote } from "../../findings/quote.ts";
import { readGivenUrl } from "../../request/given-url.ts";
import { isPlainInNextImage } from "../../request/inner-url.ts";
import type { ReadQuestion } from "../../request/question.ts";
import { readSigningLines } from "../../request/set-cookie-line.ts";
import { isOnlyInStream, streamFile, streamFix } from "../../request/stream-file.ts";
import { trackers } from "../../signature/query-variants.ts";
import { type Checks, rankAfterConditions } from "../check.ts";

/**
 * Files that a player requests by itself.
 *
 * @inline
 */
export type StreamFindingId =
  /**
   * The URL of a playlist, a media segment (`.ts`, `.m4s` and others), an initialization segment or a preview image of a player has no signing parameters.
   *
   * @see https://github.com/jwplayer/jwplayer/issues/2662
   */
  "segment-not-signed";

export const streamFiles: Checks<StreamFindingId> = {
  "segment-not-signed": {
    rank: 360,
    explains: ["missing"],
    summary: "This file of a stream is requested without a signature.",
    fix: "Sign the whole folder (…/*) once, as a grant or as cookies, and use the result for every segment.",
    certainty: "likely",
    find: ({ request: { source, url }, setCookie, time }) => {
      const isSigned = source !== undefined || readSigningLines(setCookie, time).lines.length > 0;
      const file = isSigned ? undefined : streamFile(url);
      if (file === undefined) return undefined;
      const evidence = `the URL is ${file} of a stream, and has no signing parameters`;
      if (isInRoot(url)) return evidence;
      return {
        evidence,
        ...(file === "a segment" && { summary: "This media segment is requested without a signature." }),
        fix: `Sign ${folderPattern(url)} once, as a grant or as cookies, and use the result for every segment. With a grant, each variant playlist has to be signed, too, when it is requested: use signManifests of cloudfront-sign-media/server.`,
      };
    },
  },
};

/**
 * A signature for one file alone, of a file that a player requests by itself, or in cookies, which go along with all
 * files of a folder. No public key shows whether it is that of this file.
 */
export function otherFileFindings({
  request,
  credentials,
  verifier,
  keyPairId,
  answer: { body, isThroughCloudFront },
  status,
  code,
  time,
}: ReadQuestion): Finding<"url-path-changed">[] {
  const isCanned = request.source !== undefined && credentials.kind === "canned" && !credentials.problem;
  if (!isCanned || request.problem || verifier?.keyPairIds.includes(keyPairId)) return [];
  const file = streamFile(request.url);
  // Where CloudFront itself denied it, and not for its key, its form or its signature's.
  const isOther = body.trim() !== "" || isThroughCloudFront === false;
  const isDenied = code === "AccessDenied" || (status === 403 && !isOther);
  if (request.source === "cookies") {
    if (request.url === "" || (!isDenied && code !== "MissingKey")) return [];
    const evidence = `CloudFront-Expires stands for a canned policy${file === undefined ? "" : `, and the URL is ${file} of a stream`}`;
    return [
      found("url-path-changed", isOnlyInStream(file) ? "likely" : "possible", {
        evidence,
        summary: "The cookies have a canned policy, which is for one URL alone.",
        fix: "Sign a custom policy whose Resource covers all files that the cookies are for, and set its cookies instead.",
        rank: rankAfterConditions,
      }),
    ];
  }
  const isOver = credentials.policy.dateLessThan <= time / 1000;
  if (!isDenied || isOver || !isOnlyInStream(file)) return [];
  return [
    likely("url-path-changed", {
      evidence: `the URL is ${file} of a stream, and has Expires: such a signature is for one file`,
      summary: "The signature may be that of another file of the stream, such as its playlist.",
      fix: streamFix(request.url),
      rank: rankAfterConditions,
    }),
  ];
}

/**
 * What the order of the parameters shows where no public key can: signers append theirs to a finished URL. With
 * the key, the search of the signature finds out.
 */
export function changedQueryFindings(
  question: ReadQuestion,
): Finding<"url-parameter-added" | "url-parameters-reordered">[] {
  const { request, credentials, verifier, keyPairId, givenUrl, code } = question;
  // Whatever is wrong with the values, these parameters are not signed.
  const isCanned = request.source === "url" && !request.parameters.has("Policy");
  // Those of the image optimizer itself stand behind a URL that is not encoded for it.
  if (isPlainInNextImage(givenUrl)) return [];
  const isSearched = !credentials.problem && verifier?.keyPairIds.includes(keyPairId);
  if (!isCanned || request.problem || isSearched) return [];
  const names = readGivenUrl(givenUrl).pairs.map(({ name }) => name);
  const first = names.findIndex((name) => parameterNames.includes(name));
  const behind = names.slice(first).filter((name) => name !== "" && !parameterNames.includes(name));
  const isSuspicious = code === "AccessDenied" && behind.some((name) => trackers.test(name));
  if (behind.length > 0)
    return [
      found("url-parameter-added", isSuspicious ? "likely" : "possible", {
        evidence: `after the signing parameters: ${quote(behind.join(", "))}`,
        rank: rankAfterConditions,
      }),
    ];
  if (first < 2 || isOrderOfSigners(names.slice(first))) return [];
  return [
    possible("url-parameters-reordered", "the signing parameters are in an order that no signer writes", {
      rank: rankAfterConditions,
    }),
  ];
}

/** The orders in which signers write their parameters: that of AWS's pages, and that of the SDK for JavaScript. */
function isOrderOfSigners(names: readonly string[]): boolean {
  const order = names.filter((name) => name !== "Hash-Algorithm").join("&");
  return order === "Expires&Signature&Key-Pair-Id" || order === "Expires&Key-Pair-Id&Signature";
}
