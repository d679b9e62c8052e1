import type { ReadAnswer } from "./read-answer.ts";

/** Who made an answer that is neither CloudFront's nor S3's. */
export type OriginServer =
  | "nginx"
  | "Apache"
  | "API Gateway"
  | "Lambda function URL"
  | "Elastic Load Balancing"
  | "other";

/** What their own error pages have in them. */
const bodies: readonly (readonly [part: string, server: OriginServer])[] = [
  ["<center>nginx", "nginx"],
  ["<center>openresty", "nginx"],
  ["<address>Apache", "Apache"],
  ["<center>awselb", "Elastic Load Balancing"],
  ['{"message":"Forbidden"}', "API Gateway"],
  ['{"message":"Missing Authentication Token"}', "API Gateway"],
  ['{"Message":"User: ', "API Gateway"],
];

const serverHeaders: readonly (readonly [start: string, server: OriginServer])[] = [
  ["nginx", "nginx"],
  ["openresty", "nginx"],
  ["apache", "Apache"],
  ["awselb", "Elastic Load Balancing"],
];

const apiGatewayHeaders = ["x-amz-apigw-id", "apigw-requestid", "x-amzn-errortype"] as const;

/** The server that an answer shows by its headers or by the body of its own error pages. */
export function readOriginServer({ body, header }: ReadAnswer): OriginServer | undefined {
  if (body.includes('"Message":"Forbidden')) return "Lambda function URL";
  if (apiGatewayHeaders.some((name) => header(name) !== "")) return "API Gateway";
  const [, byBody] = bodies.find(([part]) => body.includes(part)) ?? [];
  if (byBody) return byBody;
  const name = header("server").toLowerCase();
  if (name === "" || name === "cloudfront" || name === "amazons3") return undefined;
  const [, byHeader = "other"] = serverHeaders.find(([start]) => name.startsWith(start)) ?? [];
  return byHeader;
}
