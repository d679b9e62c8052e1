import { createPublicKey, type KeyObject, verify as nodeVerify } from "node:crypto";
import { clientRequest, cookieRequest } from "@cloudfront-sign-webcrypto/testing/support/client.ts";
import { type KeyFile, keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { createDice } from "@cloudfront-sign-webcrypto/testing/support/random.ts";
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { type CloudFrontVerdict, createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { expect, it } from "vitest";

const host = "https://d111111abcdef8.cloudfront.net";
const pairs: [string, KeyFile, KeyFile][] = [
  ["KRSA", "rsa2048.pkcs8.pem", "rsa2048.pub.spki.pem"],
  ["KEC", "ecp256.pkcs8.pem", "ecp256.pub.spki.pem"],
];
const publicKeys = new Map<string | undefined, KeyObject>(
  pairs.map(([id, , file]) => [id, createPublicKey(keyText(file))]),
);
const verifier = createCloudFrontVerifier({
  publicKeys: Object.fromEntries(pairs.map(([id, , file]) => [id, keyText(file)])),
});

/** Node.js skips what is not base64; here there is one text for the same bytes. */
function strictBytes(text: string): Buffer {
  const base64 = text.replace(/-/g, "+").replace(/_/g, "=").replace(/~/g, "/");
  const bytes = Buffer.from(base64, "base64");
  if (/[+/=]/.test(text) || bytes.toString("base64") !== base64) throw new Error("not only base64");
  return bytes;
}

const time = String.raw`\{"AWS:EpochTime":(0|[1-9]\d{0,9})\}`;
const octet = String.raw`(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)`;
const address = String.raw`\{"AWS:SourceIp":"(${octet}\.){3}${octet}/(3[0-2]|[12]?\d)"\}`;
const conditions = String.raw`\{"DateLessThan":${time}(,"DateGreaterThan":${time})?(,"IpAddress":${address})?\}`;
/** The policies of this test, by their letter. */
const wellFormed = new RegExp(
  String.raw`^\{"Statement":\[\{"Resource":"[^"\\\p{Cc}]*","Condition":${conditions}\}\]\}$`,
  "u",
);

interface Asked {
  readonly read: () => {
    policy: string;
    signature: string;
    keyPairId: string | undefined;
    hashAlgorithm: string;
    kind: string;
  };
  /** The parameters as they were sent. */
  readonly sent: string;
  /** The URL as the client requests it, without the parameters. */
  readonly resource: () => string;
}

/** The whole decision once more, by Node.js's crypto and regular expressions. */
function decision(
  { read, sent, resource: requested }: Asked,
  seconds: number,
  viewer: number | undefined,
): string {
  let asked: ReturnType<Asked["read"]>;
  try {
    asked = read();
    strictBytes(/Policy=([^&;]*)/.exec(sent)?.[1] ?? "");
    const { protocol, username } = new URL(requested());
    if (!wellFormed.test(asked.policy) || !/^https?:$/.test(protocol) || username)
      throw new Error("no request");
  } catch {
    return "malformed";
  }
  const key = publicKeys.get(asked.keyPairId);
  if (!key)
    return asked.keyPairId
      ? /^[A-Z0-9]+$/.test(asked.keyPairId)
        ? "key-not-trusted"
        : "key-id-not-a-key-id"
      : "key-id-missing";
  if (!asked.signature) return "signature-missing";
  let signature: Buffer;
  try {
    signature = strictBytes(asked.signature);
  } catch {
    return "signature-undecodable";
  }
  if (!nodeVerify(asked.hashAlgorithm, Buffer.from(asked.policy), key, signature))
    return "signature-mismatch";
  const { Resource: resource, Condition: condition } = JSON.parse(asked.policy).Statement[0];
  const glob = (text: string) =>
    text
      .replace(/[.+^${}()|[\]\\]/g, "\\$&")
      .replaceAll("?", "\\?")
      .replaceAll("*", "[^?]*");
  const pattern = new RegExp(`^${glob(resource)}${resource.endsWith("*") ? ".*" : ""}$`);
  if (asked.kind === "custom" && !pattern.test(requested())) return "resource-mismatch";
  if (seconds >= condition.DateLessThan["AWS:EpochTime"]) return "expired";
  if (seconds <= (condition.DateGreaterThan?.["AWS:EpochTime"] ?? -1)) return "not-yet-valid";
  const cidr = condition.IpAddress?.["AWS:SourceIp"];
  if (!cidr) return "allowed";
  if (viewer === undefined) return "ipv6-viewer";
  const [network, bits] = cidr.split("/");
  const number = network.split(".").reduce((sum: bigint, octet: string) => (sum << 8n) + BigInt(octet), 0n);
  return (number ^ BigInt(viewer)) >> (32n - BigInt(bits)) === 0n ? "allowed" : "ip-mismatch";
}

const now = 1_800_000_000;
const signers = pairs.flatMap(([keyPairId, file]) =>
  (["SHA1", "SHA256"] as const).map((hashAlgorithm) =>
    createCloudFrontSigner({
      keyPairId,
      privateKey: keyText(file),
      hashAlgorithm,
      now: () => new Date((now - 1e6) * 1000),
    }),
  ),
);

it("agrees with Node.js's crypto on 2,500 random requests", async () => {
  const { below, of: pick } = createDice(42);
  const flipped = (text: string): string => {
    const at = below(text.length);
    return `${text.slice(0, at)}${pick(["a", "7", "&", "~", "%", "Z", "+"])}${text.slice(at + 1)}`;
  };
  const outcomes: Record<string, number> = {};

  async function compare(
    asked: Asked,
    verify: (options: { time: Date; ipAddress: string }) => Promise<CloudFrontVerdict>,
  ): Promise<void> {
    const viewer = pick([0xc0000207, 0xc0000207, 0xc0000208, 0x0a000001, undefined]);
    const ipAddress =
      viewer === undefined
        ? "2001:db8::7"
        : [24, 16, 8, 0].map((shift) => (viewer >>> shift) & 255).join(".");
    const verdict = await verify({ time: new Date(now * 1000), ipAddress });
    const expected = decision(asked, now, viewer);
    const outcome = verdict.allowed ? "allowed" : verdict.reason;
    // A malformed request may be malformed in several ways; a signature that is not DER is also no signature.
    if (expected === "malformed") expect(outcome, asked.sent).not.toBe("allowed");
    else expect(outcome.replace("signature-wrong-format", "signature-mismatch"), asked.sent).toBe(expected);
    outcomes[expected] = (outcomes[expected] ?? 0) + 1;
  }

  for (let i = 0; i < 500; i++) {
    const path = `${host}/${pick(["a", "b"])}/${pick(["1.ts", "x y.jpg", "caf\u00e9", "%2F%2F"])}${pick(["", "?q=1", "?q=it's&&r"])}`;
    const dateLessThan = now + pick([-10, 0, 1, 1000, 1000, 1000]);
    const resource = pick([
      `${host}/*`,
      `${path.split("?")[0]}*`,
      `*${host.slice("https".length)}/*`,
      `${host}/c/*`,
    ]);
    const terms = {
      dateLessThan,
      ...(below(3) ? {} : { dateGreaterThan: Math.min(now, dateLessThan - 1) - pick([0, 1, 1000]) }),
      ...(below(3) ? {} : { ipAddress: pick(["192.0.2.7", "192.0.2.0/24", "0.0.0.0/0", "128.0.0.0/1"]) }),
    };
    const signer = pick(signers);
    const signed = await signer.signUrl(path, {
      ...terms,
      ...(below(3) || resource.includes("/c/") ? {} : { resource }),
    });
    const urls = [
      signed,
      signed.replace("/a/", "/b/"),
      signed.replace(/Key-Pair-Id=K\w+/, `Key-Pair-Id=${pick(["KRSA", "KEC", "KNO", "", "kno"])}`),
      flipped(signed),
    ];
    for (const url of urls) {
      if (!URL.canParse(url)) continue;
      const request = () => clientRequest(url);
      await compare({ read: request, sent: url, resource: () => request().resource }, (options) =>
        verifier.verifyUrl(new URL(url), options),
      );
    }
    const cookies = await signer.signCookies({ ...terms, resource });
    const values = cookies.values as Record<string, string>;
    const [name = ""] = Object.keys(values);
    const changed = below(2) ? values : { ...values, [name]: flipped(values[name] ?? "") };
    const { href } = new URL(path);
    const sent = Object.entries(changed)
      .map((pair) => pair.join("="))
      .join("; ");
    await compare({ read: () => cookieRequest(changed, href), sent, resource: () => href }, (options) =>
      verifier.verifyCookies(href, sent, options),
    );
  }
  expect(Object.values(outcomes).reduce((sum, count) => sum + count)).toBeGreaterThan(2475);
  // Each of them often enough to count.
  const often = [
    ...["allowed", "malformed", "signature-mismatch", "expired", "key-not-trusted"],
    "resource-mismatch",
    "not-yet-valid",
  ];
  for (const reason of [
    ...often,
    "ip-mismatch",
    "ipv6-viewer",
    "key-id-missing",
    "key-id-not-a-key-id",
    "signature-undecodable",
  ])
    expect(outcomes[reason], `${reason} of ${JSON.stringify(outcomes)}`).toBeGreaterThan(25);
});
