import { createPublicKey, type KeyObject, verify as nodeVerify } from "node:crypto";
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { expect, it } from "vitest";
import { clientRequest } from "../suite/support/client.ts";
import { type KeyFile, keyText } from "../suite/support/keys.ts";

const host = "https://d111111abcdef8.cloudfront.net";
const pairs: [string, KeyFile, KeyFile][] = [
  ["KRSA", "rsa2048.pkcs8.pem", "rsa2048.pub.spki.pem"],
  ["KEC", "ecp256.pkcs8.pem", "ecp256.pub.spki.pem"],
];
const publicKeys = new Map<string | undefined, KeyObject>(pairs.map(([id, , file]) => [id, createPublicKey(keyText(file))]));
const verifier = createCloudFrontVerifier({ keyGroup: Object.fromEntries(pairs.map(([id, , file]) => [id, keyText(file)])) });

/** Node.js skips what is no base64; here there is one text for the same bytes. */
function strictBytes(text: string): Buffer {
  const base64 = text.replace(/-/g, "+").replace(/_/g, "=").replace(/~/g, "/");
  const bytes = Buffer.from(base64, "base64");
  if (bytes.toString("base64") !== base64) throw new Error("no base64");
  return bytes;
}

/** The whole decision once more, by Node.js's crypto and regular expressions; `undefined` where the request is malformed. */
function decision(url: string, seconds: number, viewer: number): boolean | undefined {
  try {
    const request = clientRequest(url);
    const key = publicKeys.get(request.keyPairId);
    if (!key) return false;
    const signature = strictBytes(request.signature);
    strictBytes(/Policy=([^&]*)/.exec(url)?.[1] ?? "");
    if (!nodeVerify(request.hashAlgorithm, Buffer.from(request.policy), key, signature)) return false;
    const { Resource: resource, Condition: condition } = JSON.parse(request.policy).Statement[0];
    const glob = (text: string) =>
      text
        .replace(/[.+^${}()|[\]\\]/g, "\\$&")
        .replaceAll("?", "\\?")
        .replaceAll("*", "[^?]*");
    const pattern = new RegExp(`^${glob(resource)}${resource.endsWith("*") ? ".*" : ""}$`);
    if (request.kind === "custom" && !pattern.test(request.resource)) return false;
    if (seconds >= condition.DateLessThan["AWS:EpochTime"]) return false;
    if (seconds <= (condition.DateGreaterThan?.["AWS:EpochTime"] ?? -1)) return false;
    const [network, bits] = (condition.IpAddress?.["AWS:SourceIp"] ?? "0.0.0.0/0").split("/");
    const number = network.split(".").reduce((sum: bigint, octet: string) => (sum << 8n) + BigInt(octet), 0n);
    return (number ^ BigInt(viewer)) >> (32n - BigInt(bits)) === 0n;
  } catch {
    return undefined;
  }
}

it("agrees with Node.js's crypto on 3,000 random requests", { timeout: 30_000 }, async () => {
  let state = 42;
  const below = (limit: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
  const now = 1_800_000_000;
  const signers = pairs.flatMap(([keyPairId, file]) =>
    (["SHA1", "SHA256"] as const).map((hashAlgorithm) =>
      createCloudFrontSigner({ keyPairId, privateKey: keyText(file), hashAlgorithm, now: () => new Date((now - 1e6) * 1000) }),
    ),
  );
  const outcomes = { allowed: 0, denied: 0 };
  for (let i = 0; i < 750; i++) {
    const path = `${host}/${pick(["a", "b"])}/${pick(["1.ts", "x y.jpg", "caf\u00e9", "%2f%2F"])}${pick(["", "?q=1", "?q=it's&&r"])}`;
    const dateLessThan = now + pick([-10, 0, 1, 1000]);
    const signed = await pick(signers).signUrl(path, {
      dateLessThan,
      ...(below(3) ? {} : { dateGreaterThan: Math.min(now, dateLessThan - 1) - pick([0, 1, 1000]) }),
      ...(below(3) ? {} : { ipAddress: pick(["192.0.2.7", "192.0.2.0/24", "0.0.0.0/0", "128.0.0.0/1"]) }),
      ...(below(3) ? {} : { resource: pick([`${host}/*`, `${path.split("?")[0]}*`, `*`]) }),
    });
    const edits = [signed, signed.replace("/a/", "/b/"), signed.replace(/Key-Pair-Id=K\w+/, `Key-Pair-Id=${pick(["KRSA", "KEC", "KNO"])}`)];
    const at = below(signed.length);
    edits.push(`${signed.slice(0, at)}${pick(["a", "7", "&", "~"])}${signed.slice(at + 1)}`);
    for (const url of edits) {
      const viewer = pick([0xc0000207, 0xc0000208, 0x0a000001]);
      const ipAddress = [24, 16, 8, 0].map((shift) => (viewer >>> shift) & 255).join(".");
      const verdict = URL.canParse(url)
        ? await verifier.verifyUrl(new URL(url), { now: new Date(now * 1000), ipAddress })
        : { allowed: false as const };
      expect(verdict.allowed, url).toBe(decision(url, now, viewer) ?? false);
      outcomes[verdict.allowed ? "allowed" : "denied"]++;
    }
  }
  expect(outcomes.allowed).toBeGreaterThan(500);
  expect(outcomes.denied).toBeGreaterThan(500);
});
