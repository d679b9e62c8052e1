/**
 * Turns a handler of `Request` and `Response` into one of Node.js: {@link nodeHandler}. It imports no module of Node.js.
 *
 * @module
 */
export { type NodeHandlerOptions, nodeHandler } from "./node/node-handler.ts";
export type { NodeConnection, NodeRequest, NodeResponse } from "./node/node-types.ts";
export type { PlatformRequest, PlatformResponse } from "./verify/restrict-viewer-access.ts";
