import { createServer, request, type Server } from "node:http";

/** As origin access control that always signs. moto wants the header, and does not check the signature in it. */
export function originAccessControl(address: string): Server {
  const authorization = "AWS4-HMAC-SHA256 Credential=CloudFront/20260101/eu-central-1/s3/aws4_request";
  return createServer((incoming, answer) => {
    const headers = { ...incoming.headers, authorization };
    const outgoing = request(address + incoming.url, { method: incoming.method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 500, response.headers);
      response.pipe(answer);
    });
    outgoing.on("error", () => answer.destroy());
    incoming.pipe(outgoing);
  });
}
