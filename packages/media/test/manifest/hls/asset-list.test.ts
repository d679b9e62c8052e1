import { refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { end, host, recorder } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { type HlsAssetListOptions, signHlsAssetList } from "cloudfront-sign-media/hls";
import { describe, expect, it } from "vitest";

const grant = await recorder().signer.grant({ resource: `${host}/v/*`, dateLessThan: end });
const assetListUrl = `${host}/v/list.json`;
const sign = (list: unknown, options: Partial<HlsAssetListOptions> = {}) =>
  signHlsAssetList(typeof list === "string" ? list : JSON.stringify(list), grant, {
    assetListUrl,
    ...options,
  });

describe("a list of assets", () => {
  it("has each URI signed, and nothing else changed", () => {
    const list = (query: string) => ({
      ASSETS: [
        { URI: `a.m3u8${query && `?${query}`}`, DURATION: 15.5, "X-COM-EXAMPLE": "https://evil.example/" },
        { URI: `${host}/v/b.m3u8?x=1${query && `&${query}`}`, DURATION: 6 },
      ],
      "SKIP-CONTROL": { OFFSET: 5 },
    });
    expect(JSON.parse(sign(list("")))).toEqual(list(grant.query));
    expect(sign('{"ASSETS":[],"__proto__":{"URI":"a"}}')).toBe('{"ASSETS":[],"__proto__":{"URI":"a"}}');
  });

  it("has no element of a manifest in it", () => {
    const signed = sign({ ASSETS: [{ URI: "a", TITLE: "<MPD>" }] });
    expect(signed).not.toContain("<");
    expect(JSON.parse(signed).ASSETS[0].TITLE).toBe("<MPD>");
  });

  it("keeps what is on other hosts unsigned, if that is meant", async () => {
    const list = '{"ASSETS":[{"URI":"https://ads.example.com/a"}]}';
    expect(await refusedAs(() => sign(list))).toBe("ERR_RESOURCE_MISMATCH json");
    expect(await refusedAs(() => sign(list, { uncovered: () => "throw" }))).toBe(
      "ERR_RESOURCE_MISMATCH json",
    );
    for (const option of [{ uncovered: "leave" }, { trusted: ["ads.example.com"] }] as const) {
      const left: string[] = [];
      const onLeft: HlsAssetListOptions["onLeft"] = ({ kind, place, url }) =>
        left.push(`${kind} ${place} ${url}`);
      expect(sign(list, { ...option, onLeft })).toBe(list);
      expect(left).toEqual(["ad ASSETS[0].URI https://ads.example.com/a"]);
    }
  });

  it.each(["", "<html>", "null", "[]", "{}", '{"ASSETS":{}}', '{"ASSETS":[null]}', '{"ASSETS":[{"URI":1}]}'])(
    "is not %s",
    async (json) => {
      expect(await refusedAs(() => sign(json))).toBe("ERR_MANIFEST_INVALID json");
    },
  );
});
