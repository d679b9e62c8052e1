import {
  end,
  host,
  keyPairId,
  moment,
  rsaSigner,
} from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { verifierOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import {
  describeCloudFrontOutcome,
  explainCloudFrontDenial,
  readPastedRequest,
} from "cloudfront-sign-diagnosis";
import { describe, expect, it } from "vitest";

/** What the reader of a text took away from a URL may have been sent: it is a finding. */

const signed = await rsaSigner().signUrl(`${host}/a.jpg`, { dateLessThan: end });
const inSlack = signed.replaceAll("&", "&amp;");
const folded = signed.replace(/.{76}/g, "$&\n");
const ofMail = `Content-Transfer-Encoding: quoted-printable\n\nsee ${signed.replaceAll("=", "=3D").replace(/.{70}/g, "$&=\n")}\n`;
const missingKey = "Missing Key-Pair-Id query parameter or cookie value";

async function brief(text: string, withKey = true, time = moment): Promise<string[]> {
  const { date: _, notes: __, ...pasted } = readPastedRequest(text) ?? expect.fail("nothing was read");
  const found = await explainCloudFrontDenial({
    ...pasted,
    time,
    ...(withKey && { verifier: verifierOf() }),
  });
  expect(describeCloudFrontOutcome(found).label).not.toBe("Allowed");
  return found.map(({ id, certainty }) => `${certainty} ${id}`);
}

describe("with an answer to it, it is likely the cause:", () => {
  it.each([
    ["entities of a chat", `<${inSlack}|a.jpg>\nsays: ${missingKey}`, "html-escaped"],
    ["a full stop", `look at ${signed}.\nIt says Unknown Key`, "stray-characters"],
    ["a folded link", `> ${folded.replaceAll("\n", "\n> ")}\n\n${missingKey}`, "url-truncated"],
  ])("%s", async (_, text, id) => {
    const found = await brief(text);
    expect(found).toEqual([`likely ${id}`]);
    expect((await brief(text, false))[0]).toBe(`likely ${id}`);
  });

  it("beside the other fault of the request", async () => {
    const text = `look at ${signed}.\nIt says Unknown Key`;
    const found = await brief(text, true, new Date((end + 9) * 1000));
    expect(found).toEqual(["likely stray-characters", "likely expired"]);
  });
});

describe("without one, it is possible, and comes first:", () => {
  it.each([
    ["the source of a mail", ofMail, "quoted-printable"],
    ["a signature in lines", `link:\n${folded}`, "stray-characters"],
    ["a bracket of a wiki", `open [here|${signed}]`, "stray-characters"],
  ])("%s", async (_, text, id) => {
    expect(await brief(text)).toEqual([`possible ${id}`]);
    expect((await brief(text, false))[0]).toBe(`possible ${id}`);
  });
});

it("is none where the answer is to a request that was read further", async () => {
  const text = `<${inSlack}|a.jpg>\n<Error><Code>AccessDenied</Code><Message>Access denied</Message></Error>`;
  expect((await brief(text)).join()).not.toContain("html-escaped");
});

it("is none in the attribute of HTML, which browsers decode", () => {
  const read = readPastedRequest(`<a href="${inSlack}">${keyPairId}</a>`);
  expect(read).toMatchObject({ url: signed, urlAsPasted: undefined });
});
