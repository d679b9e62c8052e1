import {
  type Credentials,
  clientRequest,
  cookieRequest,
  isSignatureValid,
} from "@cloudfront-sign-webcrypto/testing/support/client.ts";
import { hostileValue, type Maker } from "@cloudfront-sign-webcrypto/testing/support/hostile-values.ts";
import { type KeyFile, keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { refusal } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { runs } from "@cloudfront-sign-webcrypto/testing/support/runs.ts";
import { end, keyPairId } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import peers from "@cloudfront-sign-webcrypto/testing/vectors/peers.json";
import { type CloudFrontSignErrorCode, isCloudFrontSignError } from "cloudfront-sign-webcrypto";
import * as awsCloudFrontSign from "cloudfront-sign-webcrypto/aws-cloudfront-sign";
import * as sdk from "cloudfront-sign-webcrypto/aws-sdk";
import * as awsSdk from "cloudfront-sign-webcrypto/aws-sdk";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

/**
 * Where the entry points `/aws-sdk` and `/aws-cloudfront-sign` differ from the libraries whose names they
 * have, for the cases of peers.json. For every other case the text is the same. docs/migrating.md quotes
 * the rows.
 */
type Difference =
  /** Signed for this resource, which clients ask for; in the library it is another one, or an error. */
  | { readonly as: "signed"; readonly resource: string; readonly because: string }
  | { readonly as: "refused"; readonly code: CloudFrontSignErrorCode; readonly because: string };

function signed(resource: string, because: string): Difference {
  return { as: "signed", resource, because };
}

function refused(code: CloudFrontSignErrorCode, because: string): Difference {
  return { as: "refused", code, because };
}

const host = "https://d111111abcdef8.cloudfront.net";
const image = `${host}/image.jpg`;

const root = signed(`${host}/`, "clients ask for the path /, and the library signs none");
const defaultPort = signed("https://cdn.example.com/movie.mp4", "clients leave out the port :443");
const upperHost = signed("https://cdn.example.com/X.jpg", "clients send the host in small letters");
const accent = signed(`${host}/caf%C3%A9.jpg`, "clients send é percent-encoded");
const userName = refused("ERR_URL_INVALID", "clients do not send user name and password in the URL");
const secondExpires = refused(
  "ERR_URL_ALREADY_SIGNED",
  "CloudFront does not document a URL with two Expires",
);
const negative = refused("ERR_DATE_INVALID", "the date is before 1970");
const alsoRefused = (code: CloudFrontSignErrorCode) => refused(code, "an error in the library too");
const p384 = refused("ERR_KEY_UNSUPPORTED", "CloudFront accepts EC keys on P-256 only");

/** Against @aws-sdk/cloudfront-signer. */
const sdkDifferences: Readonly<Record<string, Difference>> = {
  "canned-no-path": root,
  "canned-default-port": defaultPort,
  "canned-upper-host": upperHost,
  "canned-userinfo": userName,
  "canned-has-expires": secondExpires,
  "custom-url-reserved": refused(
    "ERR_URL_ALREADY_SIGNED",
    "CloudFront does not document a URL with two Policy",
  ),
  "canned-long-8k": refused("ERR_URL_TOO_LONG", "CloudFront answers 413 to more than 8,192 bytes"),
  "canned-wildcard-url": refused("ERR_RESOURCE_INVALID", "a canned policy has no wildcards"),
  "canned-exp-0": alsoRefused("ERR_DATE_INVALID"),
  "canned-exp-neg": negative,
  "custom-ip-mask33": alsoRefused("ERR_IP_ADDRESS_INVALID"),
  "custom-ip-octet256": alsoRefused("ERR_IP_ADDRESS_INVALID"),
  "custom-ip6": alsoRefused("ERR_IP_ADDRESS_INVALID"),
  "custom-res-mismatch": refused("ERR_RESOURCE_MISMATCH", "the policy does not cover the URL"),
  "raw-nonascii": refused("ERR_RESOURCE_INVALID", "clients send no letter beyond ASCII in a URL"),
  "raw-b64-all-chars": refused("ERR_RESOURCE_INVALID", "clients send no > in a URL"),
  "raw-plus-dates": refused("ERR_OPTION_CONFLICT", "the library ignores the date beside a policy"),
  "cookies-wild-as-url": signed(
    `${host}/videos/*`,
    "a canned policy has no wildcards, so it is a custom one",
  ),
  "cookies-wild-scheme": signed("http*://d111111abcdef8.cloudfront.net/*", "an error in the library"),
  "cookies-nonascii": accent,
  "pass-dek": refused(
    "ERR_KEY_UNSUPPORTED",
    "traditional PEM encryption needs MD5, which WebCrypto does not have",
  ),
  "key-p384": p384,
  "key-ed25519": alsoRefused("ERR_KEY_UNSUPPORTED"),
};

const otherQuery = "the library signs the query as given, and returns it encoded as a form";
const notDigits = refused("ERR_DATE_INVALID", "the library ignores a date as text, and takes half an hour");
const limit = "an error in the library, which takes no expiry after 2038";

/** Against aws-cloudfront-sign. */
const awsCloudFrontSignDifferences: Readonly<Record<string, Difference>> = {
  "canned-no-path": root,
  "canned-default-port": defaultPort,
  "canned-upper-host": upperHost,
  "canned-userinfo": userName,
  "canned-has-expires": secondExpires,
  "canned-pct-utf8-lower": signed(
    `${host}/caf%C3%A9.jpg`,
    "clients in Python send escapes in capital letters",
  ),
  "canned-pct2f-lower": signed(`${host}/a%2Fb.jpg`, "clients in Python send escapes in capital letters"),
  "canned-stray-pct": signed(`${host}/100%25.jpg`, "some clients send a % that starts no escape as %25"),
  "canned-raw-space": signed(`${host}/my%20file.jpg`, "clients send a space as %20"),
  "canned-raw-eacute": accent,
  "canned-raw-cjk": signed(`${host}/%E6%97%A5%E6%9C%AC%E8%AA%9E.jpg`, "clients send it percent-encoded"),
  "canned-query-equals": signed(`${host}/f?token=abc==`, otherQuery),
  "canned-query-slash": signed(`${host}/f?path=/a/b`, otherQuery),
  "canned-query-colon": signed(`${host}/f?t=12:30:00`, otherQuery),
  "canned-rds-style": signed(
    `${host}/f?response-content-disposition=attachment%3B%20filename%3D%22a.jpg%22`,
    otherQuery,
  ),
  "canned-empty-query": signed(image, "the library signs the ? and returns the URL without it"),
  "canned-valueless": signed(`${image}?flag`, otherQuery),
  "canned-apostrophe-query": signed(`${host}/f?q=it%27s`, otherQuery),
  "canned-fragment": signed(`${host}/page.html`, "the library signs the fragment, which is never sent"),
  "canned-exp-max31": signed(image, limit),
  "canned-exp-2p31": signed(image, limit),
  "canned-exp-far": signed(image, limit),
  "cookies-exp-far": signed(image, limit),
  "canned-exp-past": alsoRefused("ERR_DATE_PAST"),
  "canned-exp-0": refused("ERR_DATE_PAST", "the library takes half an hour for 0"),
  "canned-exp-1": alsoRefused("ERR_DATE_PAST"),
  "canned-exp-neg": alsoRefused("ERR_DATE_INVALID"),
  "canned-exp-raw-seconds": alsoRefused("ERR_DATE_PAST"),
  "canned-exp-str-date": notDigits,
  "canned-exp-str-iso": notDigits,
  "canned-exp-str-iso-offset": notDigits,
  "custom-ip": signed(image, "an address is written with /32, as CloudFront documents it"),
  "cookies-custom-ip": signed(image, "an address is written with /32, as CloudFront documents it"),
  "custom-ip-mask33": refused("ERR_IP_ADDRESS_INVALID", "a mask has at most 32 bits"),
  "custom-ip-octet256": refused("ERR_IP_ADDRESS_INVALID", "the numbers of an address end at 255"),
  "custom-ip6": refused("ERR_IP_ADDRESS_INVALID", "CloudFront policies hold IPv4 only"),
  "cookies-nonascii": accent,
  "key-p384": p384,
  "key-ed25519": alsoRefused("ERR_KEY_UNSUPPORTED"),
};

/** The text of `@aws-sdk/cloudfront-signer` and of `aws-cloudfront-sign` for every case of peers.json. */

interface Case {
  readonly id: string;
  readonly kind: string;
  readonly key: string;
  readonly publicKey: string;
  readonly keyPairId: string;
  readonly hash: string;
  readonly passphrase?: string;
  readonly input: {
    readonly url: string;
    readonly dateLessThan?: number;
    readonly dateInput?: { readonly value: number | string };
    readonly dateGreaterThan?: number;
    readonly ipAddress?: string;
    readonly resource?: string;
    readonly rawPolicy?: string;
  };
  readonly peers: Readonly<Record<string, Peer>>;
}
/** What a library made of a case: a URL, cookies or an error. */
interface Peer {
  readonly policy?: string;
  readonly url?: string;
  readonly cookies?: Readonly<Record<string, string | number>>;
  readonly error?: string;
}
type Signed = string | Record<string, string | number>;

const cases = peers as readonly unknown[] as readonly Case[];

/** Both libraries read numbers as milliseconds. */
const endOf = ({ dateInput, dateLessThan }: Case["input"]): unknown =>
  dateInput?.value ?? (dateLessThan === undefined ? undefined : dateLessThan * 1000);

function signWithSdk(
  { kind, input, keyPairId, key, passphrase, hash }: Case,
  { policy }: Peer,
): Promise<Signed> {
  const given: Record<string, unknown> = { url: input.url, keyPairId, privateKey: keyText(key as KeyFile) };
  if (passphrase !== undefined) given.passphrase = passphrase;
  if (hash === "SHA256") given.algorithm = hash;
  const ready = input.rawPolicy ?? (input.resource === undefined ? undefined : policy);
  if (ready !== undefined) given.policy = ready;
  if (ready === undefined || input.rawPolicy !== undefined) given.dateLessThan = endOf(input);
  if (ready === undefined) {
    if (input.dateGreaterThan !== undefined) given.dateGreaterThan = input.dateGreaterThan * 1000;
    given.ipAddress = input.ipAddress;
  }
  return kind === "url"
    ? sdk.getSignedUrl(given as never)
    : sdk.getSignedCookies(given as never).then((cookies) => ({ ...cookies }));
}

function signWithOther({ kind, input, keyPairId, key }: Case): Promise<Signed> {
  const options = {
    keypairId: keyPairId,
    privateKeyString: keyText(key as KeyFile),
    expireTime: endOf(input) as number,
    ipRange: input.ipAddress,
  };
  return kind === "url"
    ? awsCloudFrontSign.getSignedUrl(input.url, options)
    : awsCloudFrontSign.getSignedCookies(input.url, options);
}

/** The signature of EC differs each time. */
function comparable(signed: Signed | undefined, key: string): string {
  const text = typeof signed === "string" ? signed : JSON.stringify(signed);
  return key.startsWith("ec") ? text.replace(/(Signature(?:=|":"))[\w~%-]+/, "$1") : text;
}

/** What CloudFront reads: it takes the expiry time from the policy when both are sent, and unescapes ~. */
function credentialsOf(signed: Signed, { input }: Case): Credentials {
  if (typeof signed === "string")
    return clientRequest(signed.replace(/Expires=\d+&(?=Policy=)/, "").replaceAll("%7E", "~"));
  const cookies = Object.entries(signed).map(([name, value]) => [name, `${value}`]);
  return cookieRequest(Object.fromEntries(cookies), new URL(input.url.replace("http*:", "https:")).href);
}

async function check(
  testCase: Case,
  peer: Peer,
  difference: Difference | undefined,
  sign: () => Promise<Signed>,
): Promise<void> {
  if (difference?.as === "refused") {
    expect((await refusal(sign)).code).toBe(difference.code);
    return;
  }
  const signed = await sign();
  const text = comparable(signed, testCase.key);
  const theirs = comparable(peer.url ?? peer.cookies ?? peer.error, testCase.key);
  const credentials = credentialsOf(signed, testCase);
  if (difference === undefined) expect(text).toBe(theirs);
  else {
    // A row that says a difference where there is none would be wrong.
    expect(text).not.toBe(theirs);
    expect(JSON.parse(credentials.policy).Statement[0].Resource).toBe(difference.resource);
  }
  expect(await isSignatureValid(testCase.publicKey as KeyFile, credentials)).toBe(true);
}

const adapters = [
  { library: "js-v3", entry: "/aws-sdk", differences: sdkDifferences, sign: signWithSdk },
  {
    library: "aws-cloudfront-sign",
    entry: "/aws-cloudfront-sign",
    differences: awsCloudFrontSignDifferences,
    sign: signWithOther,
  },
];

describe.each(adapters)("$entry", ({ library, differences, sign }) => {
  const own = cases.filter((testCase) => library in testCase.peers);

  it("has a row of differences for cases of its library only", () => {
    const ids = own.map(({ id }) => id);
    expect(Object.keys(differences).filter((id) => !ids.includes(id))).toEqual([]);
    expect(own.length - Object.keys(differences).length).toBeGreaterThan(50);
  });

  for (const testCase of own) {
    const { id } = testCase;
    const difference = differences[id];
    const expected = difference === undefined ? "same text" : `${difference.as}: ${difference.because}`;
    it(`${id}, ${expected}`, async () => {
      const peer = testCase.peers[library] ?? {};
      await check(testCase, peer, difference, () => sign(testCase, peer));
    });
  }
});

/** Any value at all as each option of the two adapters: a signature, or an error of this package. */

const privateKey = keyText("rsa2048.pkcs8.pem");
const url = `${host}/a.jpg`;
const input = { url, keyPairId, privateKey, dateLessThan: end * 1000 };
const options = { keypairId: keyPairId, privateKeyString: privateKey, expireTime: end * 1000 };

const calls: [
  call: string,
  names: readonly string[],
  run: (name: string, value: unknown) => Promise<unknown>,
][] = [
  [
    "getSignedUrl of /aws-sdk",
    [...Object.keys(input), "dateGreaterThan", "ipAddress", "policy", "algorithm", "passphrase"],
    (name, value) => awsSdk.getSignedUrl({ ...input, [name]: value } as never),
  ],
  [
    "getSignedCookies of /aws-sdk",
    [...Object.keys(input), "policy", "x"],
    (name, value) => awsSdk.getSignedCookies({ ...input, [name]: value } as never),
  ],
  [
    "getSignedUrl of /aws-cloudfront-sign",
    [...Object.keys(options), "ipRange", "privateKeyPath", "hashAlgorithm", "allowEmulatorKeyPairIds"],
    (name, value) => awsCloudFrontSign.getSignedUrl(url, { ...options, [name]: value } as never),
  ],
  [
    "the first arguments",
    ["awsSdk", "awsCloudFrontSign", "options"],
    (name, value) => {
      if (name === "awsSdk") return awsSdk.getSignedUrl(value as never);
      return name === "options"
        ? awsCloudFrontSign.getSignedCookies(url, value as never)
        : awsCloudFrontSign.getSignedUrl(value as never, options);
    },
  ],
];

describe.each(calls)("%s", (_, names, run) => {
  it.each(names)("takes or refuses any value as %s", async (name) => {
    const property = fc.asyncProperty(hostileValue, async (make: Maker) => {
      const caught: unknown = await run(name, make()).then(
        () => undefined,
        (error: unknown) => error,
      );
      expect(caught === undefined || isCloudFrontSignError(caught)).toBe(true);
    });
    await fc.assert(property, runs(1717, 80));
  });
});
