// What CloudFront's codes say on their own: docs/explain.md, "Symptoms".

/** @type {Record<string, string>} */
const byCode = {
  MissingKey:
    "MissingKey: CloudFront saw no Key-Pair-Id. The URL is not signed, or lost its parameters or cookies on the way.",
  InvalidKey: "InvalidKey: the cache behavior trusts no key with this ID. Check its key group.",
  MalformedSignature: "MalformedSignature: the signature was cut off or changed.",
  MalformedPolicy:
    "MalformedPolicy: the policy has a wrong encoding, JSON or names, or a time in milliseconds.",
  AccessDenied:
    "AccessDenied: the signature is wrong, expired, or for another URL or address. If the message is “Access Denied” with a capital D, S3 denied the request.",
};

/** What the body of a response says if the request is not known. @param {string | undefined} body */
export function symptomOf(body = "") {
  const [, code = ""] = /<Code>(\w{1,40})<\/Code>/.exec(body) ?? [];
  return Object.hasOwn(byCode, code) ? byCode[code] : undefined;
}
