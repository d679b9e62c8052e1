import type { UrlInput } from "cloudfront-sign-webcrypto";
import { describeType, fail, readOptions, startingAtCaller } from "cloudfront-sign-webcrypto/internals";
import { isOfReference } from "../fault.ts";
import { createLeaving, type Uncovered, type UnsignedReference } from "../leaving.ts";
import { createReferenceWriter, firstOf } from "../reference-writer.ts";
import { type Grants, grantsForManifest, hostsOfGrants, readBase, readGrants } from "../signing-options.ts";
import { createWorkBudget, overBudget } from "../work-budget.ts";

/** Options of {@link signHlsAssetList}. */
export interface HlsAssetListOptions {
  /** The URL that the player asks for, absolute, without the parameters that it adds: relative URIs are relative to it. */
  readonly assetListUrl: UrlInput;
  /**
   * What happens to a URI that the grant does not cover: `"throw"` (the default) throws, `"leave"` leaves it unsigned, a
   * function decides for each.
   */
  readonly uncovered?: Uncovered | undefined;
  /** Other hosts of assets, which stay unsigned, as `"ads.example.com"` or `"*.example.net"`. */
  readonly trusted?: readonly string[] | undefined;
  /** Is called for each URI that stays unsigned, also of a trusted host. */
  readonly onLeft?: ((reference: UnsignedReference) => void) | undefined;
}

/**
 * Returns the list of the assets of an interstitial (`X-ASSET-LIST`) with the grant's parameters on the `URI` of each:
 * JSON that players load, and whose URIs no playlist signs. Other members stay as they are, and white space does not.
 *
 * Send it with the type `application/json`, and `Cache-Control: private`.
 *
 * @see {@link https://datatracker.ietf.org/doc/html/draft-pantos-hls-rfc8216bis | HTTP Live Streaming 2nd Edition},
 * appendix D.2, "Interstitials"
 * @param json the text of the list
 * @param grant the grant of `signer.grant`, or several, such as one for each CDN: the first that covers a reference signs it
 * @param options the URL of the list, and what happens to a URI that the grant does not cover
 * @returns the list with signed URIs
 * @throws `ERR_MANIFEST_INVALID` when the text is not a list of assets; `ERR_RESOURCE_MISMATCH`, `ERR_URL_INVALID`,
 * `ERR_URL_ALREADY_SIGNED`, `ERR_URL_TOO_LONG` when the grant does not sign a URI and it is not left.
 * @throws `ERR_URL_INVALID`, `ERR_URL_TOO_LONG` for `assetListUrl`; `ERR_OPTION_INVALID`, `ERR_OPTION_UNKNOWN` for `grant`
 * and the other options.
 * @example
 * ```ts
 * import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
 * import { signHlsAssetList } from "cloudfront-sign-media/hls";
 *
 * const signer = createCloudFrontSigner({ keyPairId: "K2JCJMDEHXQW5F", privateKey: process.env.CLOUDFRONT_PRIVATE_KEY!, maxLifetime: "8h" });
 * const folder = "https://d111111abcdef8.cloudfront.net/ads";
 * const grant = await signer.grant({ resource: `${folder}/*`, expiresIn: "1h" });
 *
 * const list = '{"ASSETS": [{"URI": "spot/index.m3u8", "DURATION": 15}]}';
 * console.log(signHlsAssetList(list, grant, { assetListUrl: `${folder}/list.json` })); // {"ASSETS":[{"URI":"spot/index.m3u8?Policy=…","DURATION":15}]}
 * ```
 */
export function signHlsAssetList(json: string, grant: Grants, options: HlsAssetListOptions): string {
  return startingAtCaller(signHlsAssetList, () => signList(json, grant, options));
}

function refuse(problem: string): never {
  return fail("ERR_MANIFEST_INVALID", "json", problem);
}

interface AssetList {
  readonly ASSETS?: readonly { URI?: unknown }[];
}

function signList(json: string, grant: Grants, options: HlsAssetListOptions): string {
  const { assetListUrl, ...leavingOptions } = readOptions(
    "options",
    options,
    ["assetListUrl", "uncovered", "trusted", "onLeft"],
    'pass the URL of the list: { assetListUrl: "https://cdn.example.com/ads/list.json" }',
  );
  const grants = readGrants(grant);
  const { base } = readBase(assetListUrl, "assetListUrl", grants);
  const leaving = createLeaving(leavingOptions, hostsOfGrants(grants, base), () => 1);
  if (typeof json !== "string")
    fail("ERR_OPTION_INVALID", "json", `received ${describeType(json)}; pass the text of the list`);
  const list = parse(json);
  const assets = list?.ASSETS;
  if (!Array.isArray(assets)) return refuse("has no list ASSETS; is it an answer with an error?");
  const budget = createWorkBudget(() => refuse(overBudget()));
  budget.read(json.length);
  const writers = grantsForManifest(grants, base).map((one) => createReferenceWriter(one, budget));
  for (const [i, asset] of assets.entries()) {
    const place = `ASSETS[${i}].URI`;
    const uri: unknown = Object(asset).URI;
    if (typeof uri !== "string")
      return refuse(`${place} is ${describeType(uri)}; write the URI of the asset's playlist`);
    try {
      asset.URI = firstOf(writers, (write) => write(uri, base));
    } catch (error) {
      if (!isOfReference(error)) throw error;
      const found = { kind: "ad", url: uri, place } as const;
      if (leaving.trusts(found, uri, [base], error.problem) || leaving.leaves(found, error.problem)) continue;
      const { code, words } = error.problem();
      fail(code, "json", `${place} ${words}, or pass uncovered: "leave" to leave it unsigned`);
    }
  }
  // No element of a manifest, to a player that looks for one.
  return JSON.stringify(list).replace(/</g, "\\u003c");
}

function parse(json: string): AssetList | undefined {
  try {
    return JSON.parse(json);
  } catch {
    return refuse("is not JSON; check whether it is an error page");
  }
}
