// Stands for CloudFront with two Lambda@Edge functions, and for an origin with pages: PORT=8080 node
// lambda-at-edge.mjs, in the folder of the example.
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { resolve } from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { originResponseEvent, viewerRequestEvent } from "./lambda-at-edge-events.mjs";
import { listen } from "./listen.mjs";

/**
 * The largest response of a viewer request.
 * Source: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cloudfront-limits.html
 */
const longestResponse = 40 * 1024;

// Settings of the test: Lambda@Edge has no environment variables, so the functions see none of them.
const { PORT, PATH, CDN_ORIGIN, ...values } = process.env;
for (const name of Object.keys(values)) delete process.env[name];

/** @type {Record<string, object>} */
const secrets = {
  "cloudfront-key": { keyPairId: values.CLOUDFRONT_KEY_PAIR_ID, privateKey: values.CLOUDFRONT_PRIVATE_KEY },
  "cloudfront-app": {
    sessionSecret: values.SESSION_SECRET,
    user: values.LOGIN_USER,
    password: values.LOGIN_PASSWORD,
  },
};
// Secrets Manager, for the client of the AWS SDK.
const secretsManager = createServer(async (request, response) => {
  const { SecretId: Name } = JSON.parse(await text(request));
  response.setHeader("Content-Type", "application/x-amz-json-1.1");
  response.end(JSON.stringify({ Name, SecretString: JSON.stringify(secrets[Name]) }));
});
process.env.AWS_ENDPOINT_URL_SECRETS_MANAGER = await listen(secretsManager, 0);
Object.assign(process.env, { AWS_ACCESS_KEY_ID: "test", AWS_SECRET_ACCESS_KEY: "test" });

// As a deployment does.
writeFileSync(
  "settings.js",
  `export const cdnOrigin = ${JSON.stringify(CDN_ORIGIN)};
export const region = "us-east-1";
export const keySecret = "cloudfront-key";
export const appSecret = "cloudfront-app";
`,
);
const [viewerRequest, originResponse] = await Promise.all(
  ["viewer-request.js", "origin-response.js"].map(
    async (file) => (await import(pathToFileURL(resolve(file)).href)).handler,
  ),
);

/** The service passes JSON. @param {(event: object) => Promise<object>} handler @param {object} event */
const invoke = async (handler, event) =>
  JSON.parse(JSON.stringify(await handler(JSON.parse(JSON.stringify(event)))));

/** @param {{ uri: string }} request @returns {import("./lambda-at-edge-events.mjs").EdgeResponse} */
function origin({ uri }) {
  const isPage = uri === "/members/index.html";
  return {
    status: isPage ? "200" : "404",
    statusDescription: isPage ? "OK" : "Not Found",
    headers: { "set-cookie": [{ key: "Set-Cookie", value: "theme=light" }] },
    body: isPage ? "Welcome" : "There is nothing here.",
  };
}

/** What makes CloudFront answer 502. @param {import("./lambda-at-edge-events.mjs").EdgeResponse} response */
function problemOf({ status, headers = {}, body }) {
  if (typeof status !== "string" || !/^[2-5]\d\d$/.test(status)) return `status ${status}`;
  if (status === "204" && body !== undefined) return "a body with status 204";
  if (JSON.stringify({ headers, body }).length > longestResponse) return "a response of more than 40 KB";
  for (const [name, values] of Object.entries(headers)) {
    for (const { key = name, value } of values)
      if (key.toLowerCase() !== name || typeof value !== "string") return `the header ${name}`;
  }
  return undefined;
}

/** @param {import("node:http").IncomingMessage} incoming */
async function respond(incoming) {
  const event = await viewerRequestEvent(incoming);
  const answer = await invoke(viewerRequest, event);
  if (answer.status !== undefined) return answer;
  const response = origin(answer);
  const { body, ...visible } = response;
  // The function gets no body from the origin. Without one of its own, that of the origin goes out.
  return { body, ...(await invoke(originResponse, originResponseEvent(answer, visible))) };
}

const server = createServer(async (incoming, outgoing) => {
  const response = await respond(incoming).catch((error) => ({ status: error }));
  const problem = problemOf(response);
  if (problem) {
    console.error(`Lambda@Edge: ${problem}`);
    return outgoing.writeHead(502).end();
  }
  for (const values of Object.values(response.headers ?? {}))
    for (const { key, value } of values) outgoing.appendHeader(key, value);
  outgoing.writeHead(Number(response.status)).end(response.body);
});
await listen(server, Number(PORT));
