// The rows of bench.sh and the variants of the server. Each is a file, and only that file is loaded. Its name is
// computed, because Deno loads every import that it can resolve before the program runs.

/** @typedef {import("./fixture.mjs").Fixture} Fixture */
/** @typedef {(url: string) => unknown} Sign a promise, if the library signs asynchronously */
/** @typedef {(fixture: Fixture, flags: Flags) => Sign | Promise<Sign>} Subject */
/**
 * @typedef {object} Flags
 * @property {boolean} [isEc] signs with the P-256 key and SHA-256 instead of RSA-2048 and SHA-1
 * @property {boolean} [isKeyObject] passes a key that is parsed once
 * @property {boolean} [isPerRequest] makes a signer for each URL
 * @property {boolean} [cache] passes the same key object in each call
 * @property {boolean} [parallel] signs all URLs at once
 */
/** @typedef {{ file: string, flags?: Flags, urls?: number }} Row urls: their number, if it is fixed */

export const ours = "cloudfront-sign-webcrypto";
export const sdk = "@aws-sdk/cloudfront-signer";
export const old = "aws-cloudfront-sign";

/** One RSA key and many URLs. @type {Record<string, Row>} */
const many = {
  limit: { file: "limit", flags: { parallel: true } },
  [old]: { file: "aws-cloudfront-sign" },
  [sdk]: { file: "aws-sdk" },
  [`${sdk}, KeyObject`]: { file: "aws-sdk", flags: { isKeyObject: true } },
  [ours]: { file: "ours" },
  [`${ours} --cache`]: { file: "ours", flags: { cache: true } },
  [`${ours} --parallel`]: { file: "ours", flags: { parallel: true } },
  [`${ours} --parallel --cache`]: { file: "ours", flags: { parallel: true, cache: true } },
  [`${ours} --grant`]: { file: "ours-grant" },
  [`${ours} --import-each`]: { file: "ours-import-each" },
};

/** The row that forgets its key before each URL. It shows the cost of an import and may lose. */
export const importEach = `${ours} --import-each`;

/** Ours in libraries.mjs, with a new signer for each URL. */
export const perRequest = "signer per request";

/**
 * Some of these rows in another way.
 * @param {string[]} names
 * @param {string} suffix of the new names
 * @param {Omit<Row, "file">} more
 */
const again = (names, suffix, { flags, ...more }) =>
  Object.fromEntries(
    names.map((name) => {
      const { file = "", flags: own } = many[name] ?? {};
      return [name + suffix, { file, flags: { ...own, ...flags }, ...more }];
    }),
  );

/** The rows by group: only rows of the same group do the same work. */
export const groups = {
  many,
  one: again(["limit", old, sdk, `${sdk}, KeyObject`, ours], ", 1 URL", { urls: 1 }),
  // These rows sign with SHA-256, which aws-cloudfront-sign does not have.
  ec: again(["limit", sdk, `${sdk}, KeyObject`, ours, `${ours} --parallel --cache`], ", P-256", {
    flags: { isEc: true },
  }),
};

/** @type {Record<string, Row>} */
export const rows = { ...groups.many, ...groups.one, ...groups.ec };

/** @param {string} subject */
export const isRival = (subject) => subject.startsWith(sdk) || subject.startsWith(old);

/** @param {string} name @returns {Row} */
export function rowOf(name) {
  const row = rows[name];
  if (!row) throw new Error(`no subject "${name}"; there are: ${Object.keys(rows).join(", ")}`);
  return row;
}

/** The variants of the server, in the order of the tables. "off" signs nothing. @type {Record<string, Row | undefined>} */
export const variants = {
  off: undefined,
  "aws-sdk": { file: "aws-sdk" },
  "aws-sdk, KeyObject": { file: "aws-sdk", flags: { isKeyObject: true } },
  "aws-cloudfront-sign": { file: "aws-cloudfront-sign" },
  "ours, signer per request": { file: "ours-signer", flags: { isPerRequest: true } },
  "ours, RSA": { file: "ours-signer" },
  "aws-sdk, P-256": { file: "aws-sdk", flags: { isEc: true } },
  "ours, P-256, signer per request": { file: "ours-signer", flags: { isEc: true, isPerRequest: true } },
  "ours, P-256": { file: "ours-signer", flags: { isEc: true } },
  "ours, grant": { file: "ours-grant" },
};

/** @param {Row} row @param {Fixture} fixture */
export async function signOf({ file, flags = {} }, fixture) {
  /** @type {{ default: Subject }} */
  const { default: subject } = await import(`./subjects/${file}.mjs`);
  return subject(fixture, flags);
}

/** Signs all URLs as a row does. @param {Row} row @param {Fixture} fixture @param {string[]} urls */
export async function signAll(row, fixture, urls) {
  const sign = await signOf(row, fixture);
  if (row.flags?.parallel) return Promise.all(urls.map(sign));
  const made = [];
  for (const url of urls) made.push(await sign(url));
  return made;
}
