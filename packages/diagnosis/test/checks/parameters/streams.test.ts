import { end, host, moment, rsaSigner } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { verifierOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import { type CloudFrontDenialQuestion, explainCloudFrontDenial } from "cloudfront-sign-diagnosis";
import { describe, expect, it } from "vitest";

/** Files of a stream without a signature, and with that of another file. */

const explain = (question: CloudFrontDenialQuestion) =>
  explainCloudFrontDenial({ time: moment, ...question });
const playlist = await rsaSigner().signUrl(`${host}/v/master.m3u8`, { dateLessThan: end });
const folder =
  "Sign https://d111111abcdef8.cloudfront.net/v/* as Resource of a custom policy, and send its Policy, Signature and Key-Pair-Id with every file of the stream: a canned policy is for one file.";

it.each([
  ["v/720p/index.m3u8", "a playlist"],
  ["v/seg-1.ts", "a segment"],
  ["v/init-video.mp4", "the initialization segment"],
  ["v/1080p_init.mp4", "the initialization segment"],
  ["v/sprite-3.jpg", "a preview image"],
  ["v/storyboard/M1.webp", "a preview image"],
])("%s is known as a file of a stream", async (path, kind) => {
  const [finding] = await explain({ url: `${host}/${path}`, status: 403 });
  expect(finding).toMatchObject({
    id: "segment-not-signed",
    certainty: "likely",
    evidence: `the URL is ${kind} of a stream, and has no signing parameters`,
  });
});

it.each(["v/film.mp4", "v/initial.mp4", "v/thumb.pdf"])("%s is not", async (path) => {
  expect((await explain({ url: `${host}/${path}`, status: 403 }))[0]?.id).toBe("no-credentials");
});

describe("the canned signature of a playlist on another file", () => {
  it("is proven by the key: the folder is signed, and no more", async () => {
    const [finding] = await explain({
      url: playlist.replace("master.m3u8", "720p/1.ts"),
      verifier: verifierOf(),
    });
    expect(finding).toMatchObject({
      id: "url-path-changed",
      certainty: "proven",
      summary: "The signature is for another file of the stream.",
      fix: folder,
    });
  });

  it("that no list has is said to be that of another URL", async () => {
    const url = (await rsaSigner().signUrl(`${host}/v/film-4711.m3u8`, { dateLessThan: end })).replace(
      "film-4711.m3u8",
      "9.ts",
    );
    const [finding] = await explain({ url, verifier: verifierOf() });
    expect(finding).toMatchObject({
      id: "signature-mismatch",
      certainty: "proven",
      fix: "Check whether these are the parameters of the playlist, or of another host name of the distribution: a canned policy is for one URL. A stream needs a custom policy for its folder.",
    });
  });

  it("is likely without the key, where CloudFront denied it", async () => {
    const findings = await explain({ url: playlist.replace("master.m3u8", "1.ts"), status: 403 });
    expect(findings.map(({ id, certainty }) => `${certainty} ${id}`)).toEqual([
      "likely url-path-changed",
      "possible signature-not-checked",
    ]);
    expect(findings[0]).toMatchObject({
      summary: "The signature may be that of another file of the stream, such as its playlist.",
      evidence: "the URL is a segment of a stream, and has Expires: such a signature is for one file",
      fix: folder,
    });
  });

  it.each([
    ["nothing is denied", { status: 200 }],
    ["another server answered", { status: 403, responseBody: "<html>The request could not be satisfied" }],
    ["it has expired", { status: 403, time: new Date("2031-01-01T00:00:00Z") }],
  ])("is not named where %s", async (_, question) => {
    const findings = await explain({ url: playlist.replace("master.m3u8", "1.ts"), ...question });
    expect(findings.map(({ id }) => id)).not.toContain("url-path-changed");
  });

  it("in the root never opens the site", async () => {
    const url = (await rsaSigner().signUrl(`${host}/master.m3u8`, { dateLessThan: end })).replace(
      "master.m3u8",
      "1.ts",
    );
    const [finding] = await explain({ url, verifier: verifierOf() });
    expect(finding?.fix).toBe(
      "Give each stream a folder of its own, and sign a pattern for this folder in a custom policy: a canned policy is for one file.",
    );
  });
});
