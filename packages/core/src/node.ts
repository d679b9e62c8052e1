/**
 * Converts a handler of `Request` and `Response` to one for Node.js: {@link nodeHandler}. It imports no Node.js module.
 *
 * @module
 */
export { type NodeHandlerOptions, nodeHandler } from "./node/node-handler.ts";
export type { NodeConnection, NodeRequest, NodeResponse } from "./node/node-types.ts";
export type { PlatformRequest, PlatformResponse } from "./verify/restrict-viewer-access.ts";
