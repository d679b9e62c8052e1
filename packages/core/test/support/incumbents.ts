import type { CloudFrontSignErrorCode } from "cloudfront-sign-webcrypto";

/**
 * Where the entry points `/aws-sdk` and `/aws-cloudfront-sign` differ from the libraries whose names they
 * have, for the cases of peers.json. For every other case the text is the same. docs/migrating.md quotes
 * the rows.
 */
export type Difference =
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
export const sdkDifferences: Readonly<Record<string, Difference>> = {
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
export const awsCloudFrontSignDifferences: Readonly<Record<string, Difference>> = {
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
