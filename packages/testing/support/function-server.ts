import { createServer, type IncomingMessage, type Server } from "node:http";
import { text } from "node:stream/consumers";
import { XMLParser } from "fast-xml-parser";

/**
 * The part of CloudFront's API that an installation of the function calls, and of the key value store's.
 *
 * Source: CloudFront API Reference, CreateKeyValueStore, DescribeKeyValueStore, CreateFunction, PublishFunction,
 * GetDistributionConfig, UpdateDistribution; CloudFront KeyValueStore API Reference.
 */
export interface FunctionServer {
  readonly server: Server;
  readonly keys: Map<string, string>;
  /** The configuration of the function, and its code. */
  created: { readonly config: unknown; readonly code: string } | undefined;
  isPublished: boolean;
  /** The function associations of the default cache behavior and of `/private/*`. */
  readonly associations: { byDefault: unknown; ofPrivatePath: unknown };
}

export const storeArn =
  "arn:aws:cloudfront::123456789012:key-value-store/4a1f0d2e-8a5b-4d53-9a3c-7f1f3f5a2b10";
export const functionArn = "arn:aws:cloudfront::123456789012:function/deny-grants";

const store = `<KeyValueStore><Name>deny-grants</Name><ARN>${storeArn}</ARN><Status>READY</Status></KeyValueStore>`;
const summary = `<FunctionSummary><Name>deny-grants</Name><FunctionConfig><Comment/><Runtime>cloudfront-js-2.0</Runtime></FunctionConfig><FunctionMetadata><FunctionARN>${functionArn}</FunctionARN></FunctionMetadata></FunctionSummary>`;
const other =
  "<Quantity>1</Quantity><Items><FunctionAssociation><FunctionARN>arn:aws:cloudfront::123456789012:function/headers</FunctionARN><EventType>viewer-response</EventType></FunctionAssociation></Items>";

const behavior = (associations: string, pattern = "") =>
  `${pattern}<TargetOriginId>media</TargetOriginId><ViewerProtocolPolicy>https-only</ViewerProtocolPolicy><FunctionAssociations>${associations}</FunctionAssociations>`;
const firstConfig = [
  "<DistributionConfig><CallerReference>1</CallerReference><Comment/><Enabled>true</Enabled>",
  "<Origins><Quantity>1</Quantity><Items><Origin><Id>media</Id><DomainName>media.example.com</DomainName></Origin></Items></Origins>",
  `<DefaultCacheBehavior>${behavior("<Quantity>0</Quantity>")}</DefaultCacheBehavior>`,
  "<CacheBehaviors><Quantity>2</Quantity><Items>",
  `<CacheBehavior>${behavior("<Quantity>0</Quantity>", "<PathPattern>/public/*</PathPattern>")}</CacheBehavior>`,
  `<CacheBehavior>${behavior(other, "<PathPattern>/private/*</PathPattern>")}</CacheBehavior>`,
  "</Items></CacheBehaviors></DistributionConfig>",
].join("");

export function createFunctionServer(): FunctionServer {
  const parser = new XMLParser({ parseTagValue: false });
  let config = firstConfig;
  let version = 1;
  const server = createServer(async (request, response) => {
    const { status = 200, body, eTag } = await answer(request);
    response.writeHead(status, {
      "Content-Type": body.startsWith("{") ? "application/json" : "text/xml",
      ...(eTag && { ETag: eTag }),
    });
    response.end(body);
  });
  const state: FunctionServer = {
    server,
    keys: new Map(),
    created: undefined,
    isPublished: false,
    associations: { byDefault: undefined, ofPrivatePath: undefined },
  };

  async function answer(request: IncomingMessage): Promise<{ status?: number; body: string; eTag?: string }> {
    const body = await text(request);
    const url = decodeURIComponent((request.url ?? "").replace(/^http:\/\/[^/]+/, ""));
    const call = `${request.method} ${url}`;
    const wasSeen = () => request.headers["if-match"] === `E${version}`;
    if (call === "POST /2020-05-31/key-value-store") return { status: 201, body: store };
    if (call === "GET /2020-05-31/key-value-store/deny-grants") return { body: store };
    if (call === "POST /2020-05-31/function") {
      const { FunctionConfig, FunctionCode } = parser.parse(body).CreateFunctionRequest;
      state.created = { config: FunctionConfig, code: Buffer.from(FunctionCode, "base64").toString() };
      return { status: 201, body: summary, eTag: "F1" };
    }
    if (call === "POST /2020-05-31/function/deny-grants/publish") {
      state.isPublished = request.headers["if-match"] === "F1";
      return { body: summary };
    }
    if (call === "GET /2020-05-31/distribution/EDFDVBD632BHDS/config")
      return { body: config, eTag: `E${version}` };
    if (call === "PUT /2020-05-31/distribution/EDFDVBD632BHDS/config" && wasSeen()) {
      version++;
      config = body.replace(/^<\?xml[^>]*>/, "");
      const { DefaultCacheBehavior, CacheBehaviors } = parser.parse(config).DistributionConfig;
      state.associations.byDefault = DefaultCacheBehavior.FunctionAssociations;
      state.associations.ofPrivatePath = CacheBehaviors.Items.CacheBehavior[1].FunctionAssociations;
      return { body: `<Distribution><Status>InProgress</Status>${config}</Distribution>` };
    }
    if (call === "GET /2020-05-31/distribution/EDFDVBD632BHDS")
      return { body: `<Distribution><Status>Deployed</Status></Distribution>` };
    // Source: CloudFront Developer Guide, "Work with key value data": the API of the store uses SigV4A.
    const algorithm = request.headers.authorization?.split(" ", 1)[0];
    if (url.startsWith("/key-value-stores/") && algorithm !== "AWS4-ECDSA-P256-SHA256")
      return { status: 403, body: `{"Message":"${algorithm} is not SigV4A"}` };
    const [, key] = /^\/key-value-stores\/[^?]*?\/keys\/([^/?]+)$/.exec(url) ?? [];
    if (key !== undefined && wasSeen()) {
      version++;
      if (request.method === "PUT") state.keys.set(key, JSON.parse(body).Value);
      else state.keys.delete(key);
      return { body: "{}" };
    }
    if (/^GET \/key-value-stores\/.*\/keys/.test(call))
      return { body: JSON.stringify({ Items: [...state.keys].map(([Key, Value]) => ({ Key, Value })) }) };
    if (/^GET \/key-value-stores\//.test(call))
      return { body: JSON.stringify({ ETag: `E${version}` }), eTag: `E${version}` };
    return { status: 400, body: `<ErrorResponse><Error><Code>${call}</Code></Error></ErrorResponse>` };
  }
  return state;
}
