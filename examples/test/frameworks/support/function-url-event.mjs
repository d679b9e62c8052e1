import { text as readText } from "node:stream/consumers";

/** Lambda gives these as text, and the rest in Base64: forms, for example. */
const textTypes = /^(text\/|application\/(json|javascript|xml)\b)/;

/**
 * The event of a Lambda function URL, with every member that AWS documents.
 * Source: https://docs.aws.amazon.com/lambda/latest/dg/urls-invocation.html#urls-payloads
 *
 * @param {import("node:http").IncomingMessage} request
 */
export async function functionUrlEvent(request) {
  const { method = "GET", headers, httpVersion, socket } = request;
  const { pathname, search, searchParams } = new URL(request.url ?? "/", "http://localhost");
  const { cookie, ...others } = headers;
  const body = await readText(request);
  const isBase64Encoded = body !== "" && !textTypes.test(headers["content-type"] ?? "");
  const names = [...new Set(searchParams.keys())];
  return {
    version: "2.0",
    routeKey: "$default",
    rawPath: decodeURIComponent(pathname),
    rawQueryString: search.slice(1),
    ...(cookie && { cookies: cookie.split("; ") }),
    headers: Object.fromEntries(Object.entries(others).map(([name, value]) => [name, String(value)])),
    ...(names.length > 0 && {
      queryStringParameters: Object.fromEntries(
        names.map((name) => [name, searchParams.getAll(name).join(",")]),
      ),
    }),
    requestContext: {
      accountId: "anonymous",
      apiId: "local",
      authentication: null,
      authorizer: null,
      domainName: headers.host,
      domainPrefix: "local",
      http: {
        method,
        path: pathname,
        protocol: `HTTP/${httpVersion}`,
        sourceIp: socket.remoteAddress,
        userAgent: headers["user-agent"],
      },
      requestId: crypto.randomUUID(),
      routeKey: "$default",
      stage: "$default",
      time: new Date().toISOString(),
      timeEpoch: Date.now(),
    },
    ...(body && { body: isBase64Encoded ? Buffer.from(body).toString("base64") : body }),
    isBase64Encoded,
  };
}
