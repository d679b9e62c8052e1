import { randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";

/**
 * @typedef {Record<string, { key?: string, value: string }[]>} EdgeHeaders
 *
 * @typedef {object} EdgeResponse
 * @property {string} status
 * @property {string} [statusDescription]
 * @property {EdgeHeaders} [headers]
 * @property {string} [body]
 *
 * @typedef {object} EdgeRequest
 * @property {string} clientIp
 * @property {EdgeHeaders} headers
 * @property {string} method
 * @property {string} querystring
 * @property {string} uri
 * @property {object} [body]
 */

/** @param {string} eventType @param {object} members */
const event = (eventType, members) => ({
  Records: [
    {
      cf: {
        config: {
          distributionDomainName: "d111111abcdef8.cloudfront.net",
          distributionId: "EDFDVBD6EXAMPLE",
          eventType,
          requestId: randomBytes(40).toString("base64"),
        },
        ...members,
      },
    },
  ],
});

/** @param {string[]} rawHeaders names and values in turn @returns {EdgeHeaders} */
function edgeHeaders(rawHeaders) {
  /** @type {EdgeHeaders} */
  const headers = {};
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const [key = "", value = ""] = rawHeaders.slice(i, i + 2);
    headers[key.toLowerCase()] = [...(headers[key.toLowerCase()] ?? []), { key, value }];
  }
  return headers;
}

/**
 * With "Include body". Source: the AWS page "Lambda@Edge event structure",
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/lambda-event-structure.html
 *
 * @param {import("node:http").IncomingMessage} incoming
 */
export async function viewerRequestEvent(incoming) {
  const [uri = "/", querystring = ""] = (incoming.url ?? "/").split("?");
  const data = await buffer(incoming);
  /** @type {EdgeRequest} */
  const request = {
    ...(data.length > 0 && {
      body: { action: "read-only", data: data.toString("base64"), encoding: "base64", inputTruncated: false },
    }),
    clientIp: incoming.socket.remoteAddress ?? "",
    headers: edgeHeaders(incoming.rawHeaders),
    method: incoming.method ?? "GET",
    querystring,
    uri,
  };
  return event("viewer-request", { request });
}

/** @param {EdgeRequest} request @param {EdgeResponse} response */
export function originResponseEvent(request, response) {
  const { body: _, ...forwarded } = request;
  const origin = {
    s3: {
      authMethod: "none",
      customHeaders: {},
      domainName: "pages.s3.us-east-1.amazonaws.com",
      path: "",
      region: "us-east-1",
    },
  };
  return event("origin-response", { request: { ...forwarded, origin }, response });
}
