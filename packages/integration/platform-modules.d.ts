/** Modules and types of platforms that the examples run on, as far as the examples use them. */
declare module "cloudflare:workers" {
  /** The variables and secrets of a Worker. `wrangler types` writes their names. */
  export const env: Readonly<
    Record<
      "CDN_ORIGIN" | "CLOUDFRONT_KEY_PAIR_ID" | "CLOUDFRONT_PRIVATE_KEY" | "KEY_SERVER" | "KEY_SERVER_TOKEN",
      string
    >
  > & { readonly SESSIONS: { get<Value>(key: string, type: "json"): Promise<Value | null> } };
  export function waitUntil(promise: Promise<unknown>): void;
}
declare module "next/server" {
  export function after(task: Promise<unknown> | (() => unknown)): void;
  export class NextRequest extends Request {}
  export class NextResponse extends Response {
    static next(): NextResponse;
  }
}
declare module "express-session" {
  export interface SessionData {}
  export default function session(options: object): import("express").RequestHandler;
  global {
    namespace Express {
      /** What express-session and Passport add. */
      interface Request {
        session: { destroy(callback: (error: unknown) => void): unknown } & Partial<SessionData>;
        user?: { readonly id: string } | undefined;
      }
    }
  }
}
/** From TypeScript's library "webworker", which no program can have together with "dom". */
interface ServiceWorkerGlobalScope extends EventTarget {
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install", listener: () => void): void;
  addEventListener(type: "activate", listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: "fetch", listener: (event: FetchEvent) => void): void;
  addEventListener(type: "message", listener: (event: MessageEvent) => void): void;
}
interface ExtendableEvent extends Event {
  waitUntil(promise: Promise<unknown>): void;
}
interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
