import { describeType, fail, startingAtCaller } from "cloudfront-sign-webcrypto/internals";
import type { Grants } from "../signing-options.ts";
import { type DashSigningOptions, signManifest } from "./manifest.ts";

/**
 * Returns the MPEG-DASH manifest (MPD) with the grant's parameters on every reference to media and to the
 * manifest itself. Everything else stays as it is, byte for byte: `$Number%05d$`, escapes, comments,
 * `Event`s, descriptors with the URLs in them.
 *
 * It signs the content of `BaseURL` (unless it is a folder, and no file by `SegmentBase`), `Location` and `PatchLocation`, and the
 * attributes `SegmentTemplate@media`, `@initialization`, `@index` and `@bitstreamSwitching`,
 * `SegmentURL@media` and `@index`, `@sourceURL` of `Initialization`, `RepresentationIndex` and
 * `BitstreamSwitching`, `InitializationSet@initialization`, `ContentSteering`, `ImportedMPD`, and `xlink:href` of any
 * element. It does not sign other addresses, nor `urn:` and `data:` anywhere.
 *
 * The grant has to cover addresses that could take its signature elsewhere: `Location`, what is in `Reporting` and
 * `ClientDataReporting`, and `ContentSteering`, `ImportedMPD`, `PatchLocation` and `xlink:href` of any element, whose host has
 * to be `trusted`, too.
 * Addresses of services, such as `UTCTiming`, `Event`s and license servers, stay as they are. Any other absolute URL
 * counts as a reference that the grant has to cover, unless `uncovered` is `"leave"`.
 *
 * References are resolved through all `BaseURL`s above them. Several at one level are alternatives: a reference
 * is signed only if the grant covers it with each of them.
 *
 * A reference is signed only if the grant covers it however current players resolve it. A fragment stays after
 * the parameters: players never send it.
 *
 * The grant has to last as long as the film and its pauses: players do not load a manifest again to renew its URLs.
 *
 * Source: ISO/IEC 23009-1, "Media Presentation Description" and "Base URL processing".
 *
 * @param xml the manifest
 * @param grant the grant of `signer.grant`, or several, such as one for each CDN: the first that covers a reference signs it
 * @param options the URL of the manifest, and what happens to a reference that the grant does not cover
 * @returns the manifest with signed references
 * @throws `ERR_RESOURCE_MISMATCH` when the grant does not cover a reference, unless `uncovered` is `"leave"`;
 * `ERR_MANIFEST_INVALID` when the text is not an MPD, not well-formed, not whole, or read in different ways, also because
 * its XML declaration names an encoding in which UTF-8 reads differently; `ERR_MANIFEST_TOO_LONG` for `maxLength`;
 * `ERR_URL_INVALID`, `ERR_URL_ALREADY_SIGNED`, `ERR_URL_TOO_LONG` as `grant.signUrl`.
 * @throws `ERR_URL_INVALID`, `ERR_URL_TOO_LONG` for `manifestUrl`; `ERR_OPTION_INVALID`, `ERR_OPTION_UNKNOWN` for
 * `xml`, `grant` and the other options.
 * @example
 * ```ts
 * import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
 * import { signDashManifest } from "cloudfront-sign-media/dash";
 *
 * const signer = createCloudFrontSigner({ keyPairId: "K2JCJMDEHXQW5F", privateKey: process.env.CLOUDFRONT_PRIVATE_KEY!, maxLifetime: "8h" });
 * const folder = "https://d111111abcdef8.cloudfront.net/course/42";
 * const grant = await signer.grant({ resource: `${folder}/*`, expiresIn: "4h" });
 *
 * const xml = "<MPD><BaseURL>video.mp4</BaseURL></MPD>";
 * const signed = signDashManifest(xml, grant, { manifestUrl: `${folder}/manifest.mpd` });
 * console.log(signed.replace(/=[^&<]+/g, "=…")); // <MPD><BaseURL>video.mp4?Policy=…&amp;Signature=…&amp;Key-Pair-Id=…</BaseURL></MPD>
 * ```
 */
export function signDashManifest(xml: string, grant: Grants, options: DashSigningOptions): string {
  return startingAtCaller(signDashManifest, () => signText(xml, grant, options));
}

function signText(xml: string, grant: Grants, options: DashSigningOptions): string {
  if (typeof xml !== "string")
    fail(
      "ERR_OPTION_INVALID",
      "xml",
      `received ${describeType(xml)}; decode it and pass a string, or use createDashSigningStream`,
    );
  return signManifest(xml, grant, options);
}
