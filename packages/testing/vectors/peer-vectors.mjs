// peer-vectors.mjs SIGNER PROGRAM…: gives the cases of peers.json to another signer and writes what it makes of
// them into the file. PROGRAM is a driver of peer-signers/ with its interpreter; its first line says what to install.
// It reads a case as JSON from each line, and answers each with {url}, {cookies}, {error}, or {} if the signer has no such option.
// What differs in an ECDSA signature only stays as it is.
import { spawnSync } from "node:child_process";
import { verify } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const folder = import.meta.dirname;
const file = join(folder, "peers.json");
/** @param {string} name */
const json = (name) => JSON.parse(readFileSync(join(folder, name), "utf8"));
const rows = readFileSync(file, "utf8").trim().split("\n").slice(1, -1);
const cases = rows.map((row) => JSON.parse(row.replace(/,$/, "")));
const keys = { ...json("keys.json"), ...json("more-keys.json") };
/** @param {string} name */
const keyText = (name) => Buffer.from(keys[name], "base64").toString();

const [signer = "", program = "", ...args] = process.argv.slice(2);
const input = cases
  .map((/** @type {any} */ { peers: _, consensus: __, ...one }) =>
    JSON.stringify({ ...one, privateKey: keyText(one.key) }),
  )
  .join("\n");
const run = spawnSync(program, args, { input: `${input}\n`, encoding: "utf8", maxBuffer: 1e8 });
const lines = run.stdout.split("\n").filter(Boolean);
if (run.status !== 0 || lines.length !== cases.length) {
  throw new Error(`${lines.length} answers to ${cases.length} cases\n${run.stderr}`);
}

/** @param {string} text */
const decoded = (text) =>
  Buffer.from(text.replaceAll("-", "+").replaceAll("_", "=").replaceAll("~", "/"), "base64");

/**
 * @param {any} one a case
 * @param {string} hash
 * @param {string | Buffer} policy
 * @param {string} signature
 */
function isSigned(one, hash, policy, signature) {
  return verify(hash, Buffer.from(policy), keyText(one.publicKey), decoded(signature));
}

/** @param {string} resource @param {string} expires */
const canned = (resource, expires) =>
  `{"Statement":[{"Resource":"${resource}","Condition":{"DateLessThan":{"AWS:EpochTime":${expires}}}}]}`;

/** A pattern of a policy as CloudFront documents it. @param {string} pattern @param {string} url */
function covers(pattern, url) {
  const escaped = pattern
    .replace(/[\\^$.|+()[\]{}]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  return new RegExp(`^${escaped}$`).test(url);
}

const signing = /^(?:Expires|Policy|Signature|Key-Pair-Id|Hash-Algorithm)=/;

/** What CloudFront sees in a signed URL, as a browser sends it. @param {any} one @param {string} url */
function judged(one, url) {
  const { origin, pathname, search } = new URL(url);
  const pairs = search.slice(1).split("&");
  /** @param {string} name */
  const last = (name) =>
    pairs
      .filter((pair) => pair.startsWith(`${name}=`))
      .at(-1)
      ?.slice(name.length + 1);
  const rest = pairs.filter((pair) => pair !== "" && !signing.test(pair)).join("&");
  const request = `${origin}${pathname}${rest && `?${rest}`}`;
  // Behind a fragment the parameters are read for the record, though no client sends them.
  const sent = new URL(url.replace("#", url.includes("?") ? "&" : "?")).searchParams;
  const signature = last("Signature") ?? sent.get("Signature") ?? "";
  const hash = (last("Hash-Algorithm") ?? "SHA1").toLowerCase();
  const asText = last("Policy");
  if (asText !== undefined && !one.input.url.includes("Policy=")) {
    const policy = decoded(asText).toString();
    const resource = JSON.parse(policy).Statement[0].Resource;
    return {
      kind: "custom",
      policy,
      isAccepted: covers(resource, request) && isSigned(one, hash, policy, signature),
    };
  }
  const expires = last("Expires") ?? sent.get("Expires") ?? "";
  const given = [one.input.url, request, new URL(one.input.url).href];
  const policy = given
    .map((text) => canned(text, expires))
    .find((text) => isSigned(one, hash, text, signature));
  return { kind: "canned", policy, isAccepted: isSigned(one, hash, canned(request, expires), signature) };
}

/** @param {any} one @param {Record<string, string>} cookies */
function judgedCookies(one, cookies) {
  const hash = (cookies["CloudFront-Hash-Algorithm"] ?? "SHA1").toLowerCase();
  const kind = cookies["CloudFront-Policy"] === undefined ? "canned" : "custom";
  const policy =
    kind === "canned"
      ? canned(one.input.url, cookies["CloudFront-Expires"] ?? "")
      : decoded(cookies["CloudFront-Policy"] ?? "").toString();
  if (!isSigned(one, hash, policy, cookies["CloudFront-Signature"] ?? "")) {
    throw new Error(`${one.id}: the signature does not fit the policy`);
  }
  return { kind, policy, cookies };
}

/** An output without what a random ECDSA signature changes. @param {any} one @param {any} output */
function comparable(one, output) {
  const text = JSON.stringify(output ?? null, ["url", "cookies", "error", ...cookieNames]);
  return one.key.startsWith("ec") ? text.replace(/(Signature"?[=:]"?)[\w~-]+/, "$1") : text;
}
const cookieNames = ["Expires", "Policy", "Signature", "Key-Pair-Id", "Hash-Algorithm"].map(
  (name) => `CloudFront-${name}`,
);

/** JSON on one line, with spaces. @param {any} value @returns {string} */
function spaced(value) {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(spaced).join(", ")}]`;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}: ${spaced(member)}`).join(", ")}}`;
}

/** @param {any} output */
const signatureOf = ({ url, cookies }) =>
  cookies?.["CloudFront-Signature"] ??
  /[?&#]Signature=([\w~%-]+)/.exec(url ?? "")?.[1]?.replaceAll("%7E", "~");

/** Adds a signer to those that agree, or takes it out. Whether enough agree is decided by hand. @param {any} one */
function countIn({ key, consensus, peers }) {
  if (consensus === undefined) return;
  const { policy = undefined, ...output } = peers[signer] ?? {};
  const isSame =
    policy === consensus.policy && (!key.startsWith("rsa") || signatureOf(output) === consensus.signature);
  const others = consensus.by.filter((/** @type {string} */ name) => name !== signer);
  consensus.by = isSame ? [...others, signer] : others;
}

let changed = 0;
for (const [i, line] of lines.entries()) {
  const one = cases[i];
  const answer = JSON.parse(line);
  answer.error = answer.error?.slice(0, 200);
  const isTried = "url" in answer || "cookies" in answer || answer.error !== undefined;
  if (comparable(one, isTried ? answer : undefined) === comparable(one, one.peers[signer])) continue;
  changed += 1;
  console.log(`${one.id}: ${answer.error ?? answer.url ?? "cookies"}`);
  if (!isTried) delete one.peers[signer];
  else if (answer.error !== undefined) one.peers[signer] = { error: answer.error.slice(0, 200) };
  else if (answer.cookies !== undefined) one.peers[signer] = judgedCookies(one, answer.cookies);
  else {
    const { kind, policy, isAccepted } = judged(one, answer.url);
    one.peers[signer] = { kind, policy, url: answer.url, acceptedOnTheWire: isAccepted };
  }
  countIn(one);
  rows[i] = `${spaced(one)}${i === rows.length - 1 ? "" : ","}`;
}
writeFileSync(file, `[\n${rows.join("\n")}\n]\n`);
console.log(`${signer}: ${changed} of ${cases.length} cases are new`);
