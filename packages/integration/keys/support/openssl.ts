import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "@cloudfront-sign-webcrypto/testing/run";

/** The parameters of a signed URL, or the values of signed cookies, by the name of the parameter. */
type Parameters = ReadonlyMap<string, string>;

export const parametersOfUrl = (url: string): Parameters => new Map(new URL(url).searchParams);

export const parametersOfCookies = (values: object): Parameters =>
  new Map(Object.entries(values).map(([name, value]) => [name.replace("CloudFront-", ""), String(value)]));

/** The alphabet of CloudFront back to that of base64. */
const decode = (text: string) =>
  Buffer.from(text.replace(/-/g, "+").replace(/_/g, "=").replace(/~/g, "/"), "base64");

/** Asks OpenSSL whether the signature is valid. `url` is the unsigned URL of a canned policy. */
export async function isValidForOpenssl(
  parameters: Parameters,
  publicKey: string,
  url = "",
): Promise<boolean> {
  const policy =
    parameters.get("Policy") === undefined
      ? `{"Statement":[{"Resource":"${url}","Condition":{"DateLessThan":{"AWS:EpochTime":${parameters.get("Expires")}}}}]}`
      : decode(parameters.get("Policy") ?? "").toString();
  const hash = parameters.get("Hash-Algorithm") === "SHA256" ? "-sha256" : "-sha1";
  const folder = mkdtempSync(join(tmpdir(), "keys-"));
  const [key, signature] = [join(folder, "key.pem"), join(folder, "signature")];
  writeFileSync(key, publicKey);
  writeFileSync(signature, decode(parameters.get("Signature") ?? ""));
  try {
    const args = ["dgst", hash, "-verify", key, "-signature", signature];
    const { status } = await run("openssl", args, { input: policy });
    return status === 0;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
