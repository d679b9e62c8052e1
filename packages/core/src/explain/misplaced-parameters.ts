import { longestUrlText } from "../url/limits.ts";
import { parameterNames } from "../url/signing-parameters.ts";
import type { RequestCookies } from "../verify/cookies.ts";
import type { Presented } from "../verify/request.ts";
import type { Told } from "./fixes.ts";
import { clip } from "./url-difference.ts";

/** Signing parameters that are there and do not count. */
export function* misplacedParameters(
  { source, url, values }: Presented,
  given: string,
  cookies: RequestCookies,
): Iterable<Told> {
  const [address = "", ...fragments] = given.slice(0, longestUrlText).split("#");
  const fragment = fragments.join("#");
  const [host = ""] = /^https?:\/\/[^/?]*/i.exec(address) ?? [];
  if (/[/.]s3[.-]/i.test(host) && /\.amazonaws\.com/i.test(host))
    yield ["s3-host", "proven", "the host is S3's"];
  const [, presigned] = /[?&](X-Amz-Signature|AWSAccessKeyId)=/.exec(address) ?? [];
  if (presigned) yield ["s3-presigned", "proven", `there is the parameter ${presigned}`];
  if (/[?&;](Signature|Key-Pair-Id)=/.test(fragment))
    yield ["parameters-in-fragment", "proven", "there are signing parameters behind the #"];
  if (/&(amp;)+(Signature|Key-Pair-Id|Policy|Expires)=/.test(address))
    yield ["html-escaped", "proven", "a parameter's name starts with amp;"];
  const lists: [string[], prefix: string][] = [
    [(address.split("?")[1] ?? "").split("&"), ""],
    [cookies.pairs.map(([name]) => name), "CloudFront-"],
  ];
  const isSigned = values.has("Key-Pair-Id") && values.has("Signature");
  const hasPolicy = !source || values.has("Policy") || values.has("Expires");
  for (const [names, prefix] of lists) {
    const misspelt = names.find((text) => {
      const [, name, known = ""] =
        /^\s*((?:CloudFront-)?(Key-?Pair-?Id|Signature|Expires|Policy))\s*(?:=|$)/i.exec(text) ?? [];
      const isMissing = /^[ep]/i.test(known) ? !hasPolicy : known && !isSigned;
      return isMissing && !parameterNames.some((exact) => name === prefix + exact);
    });
    if (misspelt)
      yield ["parameter-names", "likely", `the name ${clip(misspelt.split("=", 1)[0]?.trim() ?? "", 25)}`];
  }
  if (!source && /\.(ts|m4s|m4a|m4v|aac|vtt|cmf[avt]|key)$/.test(url.split("?", 1)[0] as string))
    yield ["segment-not-signed", "likely", "a segment of a stream without signing parameters"];
  if (source === "cookies" && [...values.values()].some((value) => /%[2-7][\da-f]/i.test(value)))
    yield ["cookie-encoded", "proven", "a cookie's value is percent-encoded"];
}
