/** Modules of platforms that the examples run on, as far as the examples use them. */
declare module "cloudflare:workers" {
  /** The variables and secrets of a Worker. `wrangler types` writes their names. */
  export const env: Readonly<
    Record<"CLOUDFRONT_KEY_PAIR_ID" | "CLOUDFRONT_PRIVATE_KEY" | "KEY_SERVER" | "KEY_SERVER_TOKEN", string>
  >;
  export function waitUntil(promise: Promise<unknown>): void;
}
declare module "next/server" {
  export function after(task: Promise<unknown> | (() => unknown)): void;
}
