import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { oneOf, type Random, seededRandom } from "@cloudfront-sign-webcrypto/testing/support/random.ts";
import { repeated } from "@cloudfront-sign-webcrypto/testing/support/runs.ts";
import {
  end,
  host,
  moment,
  rsaSigner,
  signerOf,
} from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { ecKeyPairId, verifierOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import { explainCloudFrontDenial, readPastedRequest } from "cloudfront-sign-diagnosis";
import { describe, expect, it } from "vitest";

/** Right URLs in the mails, chats, logs and shells that people copy them from: nothing is proven against one. */

const verifier = verifierOf();
const rsa = rsaSigner();
const ec = signerOf(keyText("ecp256.pkcs8.pem"), { keyPairId: ecKeyPairId, hashAlgorithm: "SHA256" });
const paths = [
  "/a.jpg",
  "/v/film%20one.mp4?size=large&lang=en",
  "/v/(1)/seg-00001.ts",
  "/d/r%C3%A9sum%C3%A9.pdf?x=1",
];
const urls: string[] = [];
for (const path of paths)
  for (const signer of [rsa, ec]) {
    const canned = await signer.signUrl(host + path, { dateLessThan: end });
    // As the AWS SDK for JavaScript writes it, with the signature behind the ID.
    const sdk = canned.replace(/(&Signature=[^&]+)(&Key-Pair-Id=[^&]+)/, "$2$1");
    urls.push(canned, sdk, await signer.signUrl(host + path, { resource: `${host}/*`, dateLessThan: end }));
  }

type Frame = (url: string, random: Random) => string;

const endings = [
  "Thanks",
  "Thanks,",
  "Regards,",
  "--",
  "-- ",
  "Best",
  "Cheers!",
  "John",
  "Sent from my iPhone",
  "/Anna",
  "TIA",
  "403",
  "FYI",
  "ok?",
  "Forbidden",
  "_____",
  "***",
  "Mit freundlichen Grüßen",
  "K",
  "PS",
  "End",
  "Tel.: +49",
  "www.example.com",
  "?",
  "👍",
];
const openings = [
  "Hi,",
  "Here is the link:",
  "It says Access denied.",
  "Why is this a 403",
  "URL:",
  "I get a 403 from",
  "see",
  "1.",
];
const escaped = (url: string): string => url.replaceAll("&", "&amp;");
const target = (url: string): string => url.slice(url.indexOf("/", 9));

const mails: readonly Frame[] = [
  (url, random) => `${oneOf(random, openings)}\n${url}\n${oneOf(random, endings)}`,
  (url, random) => `${oneOf(random, openings)} ${url}\n${oneOf(random, endings)}\n${oneOf(random, endings)}`,
  (url, random) => `${url}\r\n${oneOf(random, endings)}\r\n`,
  (url, random) =>
    `${oneOf(random, openings)}\n\n${url}${oneOf(random, [".", ",", "!", ";", ":", ""])}\n\n${oneOf(random, endings)}`,
  (url, random) => `On Monday John wrote:\n> Hi,\n> ${url}\n> ${oneOf(random, endings)}\n>\n> John`,
  (url, random) => `>> ${url}\n>> ${oneOf(random, endings)}\n> no idea`,
  (url) => `> ${(url.match(/.{1,72}/g) ?? []).join("\n> ")}\n> Thanks`,
  (url, random) =>
    `${oneOf(random, openings)}\n${(url.match(/.{1,76}/g) ?? []).join("\r\n")}\r\n${oneOf(random, endings)}`,
  (url) => `Please open <${url}> and tell me.`,
  (url) => `The file (${url}) is gone. Regards,\nJohn`,
  (url) =>
    `[1]: ${url}\n[2]: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/PrivateContent.html`,
  (url) => `<p>Hello <a href="${escaped(url)}">here</a></p>\n<p>Thanks</p>`,
  (url) =>
    `Content-Transfer-Encoding: quoted-printable\n\n${`Open ${url} please`.replaceAll("=", "=3D").replace(/.{1,70}/g, "$&=\n")}`,
];
const chats: readonly Frame[] = [
  (url, random) => `[24/11/26, 10:02:33] John: ${url}\n[24/11/26, 10:03:01] Anna: ${oneOf(random, endings)}`,
  (url) => `John  10:02 AM\n${url}\nAnna  10:03 AM\nworks for me`,
  (url) => `<${escaped(url)}|the film> is a 403`,
  (url) => `<${escaped(url)}>`,
  (url) => `**${url}**\n*bold*`,
  (url) => `*${url}* does not work`,
  (url, random) => oneOf(random, ["*", "**", "~", "_"]).replace(/(.+)/, (mark) => mark + url + mark),
  (url) => `[film](${url}), see above`,
  (url) => `\`${url}\` is denied`,
  (url) => `\`\`\`\n${url}\n\`\`\`\nThanks`,
  (url) => `1. ${url}\n2. reload\n3. 403`,
  (url) => `- ${url}\n- Forbidden`,
  (url) => `\u201c${url}\u201d`,
  (url) => `${url} (expires tomorrow)`,
  (url) => `| name | url |\n|---|---|\n| film | ${url} |`,
];
const logs: readonly Frame[] = [
  (url) => `2026-03-02T09:00:00Z ERROR GET ${url} 403 12ms`,
  (url) => `level=error url=${url} status=403`,
  (url) => `level=error url="${url}" status=403 referer="https://www.example.com/page?id=1"`,
  (url) => `{"level":"error","url":"${url.replaceAll("&", "\\u0026")}","status":403}\n`,
  (url) =>
    JSON.stringify(
      { message: "denied", request: { url }, referer: "https://www.example.com/" },
      undefined,
      2,
    ),
  (url) => JSON.stringify({ url }).replaceAll("/", "\\/"),
  (url) =>
    `192.0.2.1 - - [02/Mar/2026:09:00:00 +0000] "GET ${target(url)} HTTP/1.1" 403 555 "https://www.example.com/watch?v=1" "Mozilla/5.0"`,
  (url) =>
    `2026/03/02 09:00:00 [error] 7#7: *1 upstream, client: 192.0.2.1, server: _, request: "GET ${target(url)} HTTP/1.1", upstream: "https://192.0.2.9/x", host: "${new URL(url).host}", referrer: "https://www.example.com/"`,
  (url) => `requests.exceptions.HTTPError: 403 Client Error: Forbidden for url: ${url}`,
  (url) =>
    `java.io.IOException: Server returned HTTP response code: 403 for URL: ${url}\n\tat sun.net.www.protocol.http.HttpURLConnection.getInputStream0(HttpURLConnection.java:1900)`,
  (url) => `Get "${url}": 403 Forbidden`,
  (url) => `--> GET ${url}\n--> END GET\n<-- 403 ${url} (23ms)`,
  (url) => `GET ${url} 403 (Forbidden)\nplayer.js:12 Uncaught (in promise)`,
  (url) =>
    `Error Domain=NSURLErrorDomain Code=-1011 "(null)" UserInfo={NSErrorFailingURLStringKey=${url}, NSErrorFailingURLKey=${url}, NSLocalizedDescription=The operation couldn't be completed.}`,
  (url) => `id,url,status\n7,${url},403\n8,https://www.example.com/,200`,
  (url) => `Failed to load resource: the server responded with a status of 403 () ${url}`,
  (url) => `[https @ 0x55d] HTTP error 403 Forbidden\n${url}: Server returned 403 Forbidden (access denied)`,
  (url) =>
    `[hls @ 0x55d] Opening '${url}' for reading\n[https @ 0x55e] HTTP error 403 Forbidden\n${host}/list.m3u8?Expires=1&Signature=AAAA&Key-Pair-Id=K1: Server returned 403 Forbidden`,
];
const shells: readonly Frame[] = [
  (url) => `$ curl -I '${url}'\nHTTP/2 403\n`,
  (url) => `curl "${url}"`,
  (url) => `curl -v \\\n  -H 'Accept: */*' \\\n  '${url}'`,
  (url) => `C:\\> curl "${url}"`,
  (url) => `Invoke-WebRequest -Uri "${url}"`,
  (url) => `wget -O a.mp4 '${url}'`,
  (url) =>
    `--2026-03-02 09:00:00--  ${url}\nResolving d111111abcdef8.cloudfront.net... 192.0.2.1\nHTTP request sent, awaiting response... 403 Forbidden`,
  (url) => `ffmpeg -i "${url}" -c copy out.mp4`,
  (url) => `export VIDEO_URL='${url}'\nexport NAME=film`,
  (url) => `VIDEO_URL=${url}\nNAME=film`,
  (url) => `url: ${url}\nname: film`,
  (url) => `const url = "${url}";\nawait fetch(url);`,
  (url) => `> GET ${target(url)} HTTP/2\n> Host: ${new URL(url).host}\n>\n< HTTP/2 403`,
];

describe.each(Object.entries({ mails, chats, logs, shells }))("a right URL in %s", (_, frames) => {
  it("is not accused of anything", async () => {
    const random = seededRandom(32);
    const accused: string[] = [];
    for (let i = 0; i < repeated(250); i++) {
      const [url, number] = [oneOf(random, urls), Math.floor(random() * frames.length)];
      const text = (frames[number] as Frame)(url, random);
      const pasted = readPastedRequest(text, { requestedUrl: url.replace(/\?.*/, "") });
      if (!pasted?.url) accused.push(`${number}: no URL in ${text.slice(0, 200)}`);
      const { date, notes, ...request } = pasted ?? { notes: [], date: undefined };
      const findings = await explainCloudFrontDenial({ ...request, time: moment, verifier });
      for (const { id, certainty, evidence } of findings)
        if (certainty === "proven") accused.push(`${number}: ${id} (${evidence}) in ${JSON.stringify(text)}`);
    }
    expect(accused).toEqual([]);
  });
});
