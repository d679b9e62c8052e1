import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { text } from "node:stream/consumers";
import { XMLBuilder, XMLParser } from "fast-xml-parser";

/**
 * The part of CloudFront's API that a rotation calls, with the errors that it has for a wrong step.
 *
 * Source: CloudFront API Reference, CreatePublicKey, DeletePublicKey, UpdateKeyGroup, ListKeyGroups,
 * ListDistributionsByKeyGroup, GetDistribution.
 */

export const keyGroupId = "0f6d4f0e-8a5b-4d53-9a3c-7f1f3f5a2b10";
export const oldKeyPairId = "K2JCJMDEHXQW5F";

interface KeyGroupState {
  /** IDs of the public keys of the account. */
  readonly keys: Map<string, string>;
  items: string[];
  eTag: string;
  /** Every change of the key group. */
  readonly history: string[][];
}

export interface KeyGroupServer extends KeyGroupState {
  readonly server: Server;
}

class ApiError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

interface Answer {
  readonly status?: number;
  readonly eTag?: string;
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

export function createKeyGroupServer(oldKey: string): KeyGroupServer {
  const state: KeyGroupState = {
    keys: new Map([[oldKeyPairId, oldKey]]),
    items: [oldKeyPairId],
    eTag: "E1",
    history: [],
  };
  const server = createServer(async (request, response) => {
    try {
      const { status = 200, eTag, body } = await answer(state, request);
      response.writeHead(status, { "Content-Type": "text/xml", ...(eTag !== undefined && { ETag: eTag }) });
      response.end(body && new XMLBuilder().build(body));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      response.writeHead(error.status, { "Content-Type": "text/xml" });
      const body = { ErrorResponse: { Error: { Type: "Sender", Code: error.code, Message: error.code } } };
      response.end(new XMLBuilder().build(body));
    }
  });
  return Object.assign(state, { server });
}

const parser = new XMLParser({ trimValues: false, isArray: (name) => name === "PublicKey" });

async function answer(state: KeyGroupState, request: IncomingMessage): Promise<Answer> {
  const [, , resource, id, part] = new URL(request.url ?? "", "http://localhost").pathname.split("/");
  const call = [request.method, resource, id && "ID", part].filter(Boolean).join(" ");
  const config = { Name: "viewers", Comment: "of the shop", Items: { PublicKey: state.items } };
  switch (call) {
    case "GET key-group":
      return { body: { KeyGroupList: list({ KeyGroupSummary: { KeyGroup: keyGroup(config) } }) } };
    case "GET key-group ID config":
      return { eTag: state.eTag, body: { KeyGroupConfig: config } };
    case "PUT key-group ID": {
      checkVersion(request, state.eTag);
      const { KeyGroupConfig } = parser.parse(await text(request));
      if (KeyGroupConfig.Name !== config.Name || KeyGroupConfig.Comment !== config.Comment)
        throw new ApiError(400, "InvalidArgument");
      changeItems(state, KeyGroupConfig.Items.PublicKey ?? []);
      return { eTag: state.eTag, body: { KeyGroup: keyGroup(KeyGroupConfig) } };
    }
    case "POST public-key": {
      const { PublicKeyConfig } = parser.parse(await text(request));
      const newId = `K${randomBytes(6).toString("hex").toUpperCase()}`;
      state.keys.set(newId, PublicKeyConfig.EncodedKey);
      return { status: 201, body: { PublicKey: { Id: newId, PublicKeyConfig } } };
    }
    case "GET public-key ID":
      return { eTag: `E-${id}`, body: { PublicKey: { Id: id } } };
    case "DELETE public-key ID":
      checkVersion(request, `E-${id}`);
      if (state.items.includes(id ?? "")) throw new ApiError(409, "PublicKeyInUse");
      state.keys.delete(id ?? "");
      return { status: 204, body: undefined };
    case "GET distributionsByKeyGroupId ID":
      return { body: { DistributionIdList: list({ DistributionId: "EDFDVBD632BHDS" }) } };
    case "GET distribution ID":
      return { body: { Distribution: { Id: id, Status: "Deployed" } } };
    default:
      return { body: undefined };
  }
}

function keyGroup(config: unknown) {
  return { Id: keyGroupId, LastModifiedTime: "2026-12-01T09:00:00Z", KeyGroupConfig: config };
}

function list(Items: unknown) {
  return { Marker: "", MaxItems: 100, IsTruncated: false, Quantity: 1, Items };
}

function checkVersion(request: IncomingMessage, eTag: string): void {
  if (request.headers["if-match"] !== eTag) throw new ApiError(412, "PreconditionFailed");
}

/** Source: CloudFront Developer Guide, "Quotas", "Quotas on key groups". */
const mostKeys = 5;

function changeItems(state: KeyGroupState, items: readonly string[]): void {
  if (items.length === 0) throw new ApiError(400, "InvalidArgument");
  if (items.length > mostKeys) throw new ApiError(400, "TooManyPublicKeysInKeyGroup");
  if (items.some((item) => !state.keys.has(item))) throw new ApiError(404, "NoSuchResource");
  state.items = [...items];
  state.history.push(state.items);
  state.eTag = `E${state.history.length + 1}`;
}
