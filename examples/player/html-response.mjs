import { createHash } from "node:crypto";

/** @param {string} text */
const hashOf = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/**
 * A page that may load its own files and what the CDN has, and nothing else. Its import map is the only inline
 * script.
 * @param {string} html
 * @param {string} cdn origin of the CDN
 * @param {ResponseInit} [init]
 */
export function htmlResponse(html, cdn, init = {}) {
  const [, importMap] = /<script type="importmap">([^<]*)</.exec(html) ?? [];
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${importMap === undefined ? "" : hashOf(importMap)}`,
    "style-src 'self'",
    `img-src data: ${cdn}`,
    `connect-src 'self' ${cdn}`,
    // The player feeds the video through a blob: URL.
    "media-src blob:",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  const headers = {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": policy.join("; "),
    "Cache-Control": "no-store",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
  };
  return new Response(html, { ...init, headers });
}
