// The redirect: GET shows a button, POST takes a use. Chats and mail scanners open links with GET.
import { isCloudFrontSignError } from "cloudfront-sign-webcrypto";

const form = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Download</title>
<main><h1>Download</h1><p>This link works a limited number of times.</p><form method="post"><button>Download the file</button></form></main>`;
const ended = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Link ended</title>
<main><h1>This link has ended</h1><p>It was used, or its time is over. Ask for a new one.</p></main>`;

/**
 * A listener for `http.createServer`, for paths such as `/l/TOKEN`.
 * @param {{ links: import("./links.mjs").Links }} options
 * @returns {import("node:http").RequestListener}
 */
export function createApp({ links }) {
  return async (request, response) => {
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    // The address has the token, and the redirect the signature: no cache and no other site may get them.
    response.setHeader("Cache-Control", "private, no-store");
    response.setHeader("Referrer-Policy", "no-referrer");
    const token = /^\/l\/([\w-]{22})$/.exec(request.url ?? "")?.[1];
    if (token === undefined) return void response.writeHead(404).end("Not found.\n");
    if (request.method === "GET") return void response.end(form);
    if (request.method !== "POST") return void response.writeHead(405, { Allow: "GET, POST" }).end();
    try {
      const url = await links.open(token);
      if (url === undefined) return void response.writeHead(410).end(ended);
      response.writeHead(303, { Location: url }).end();
    } catch (error) {
      console.error(isCloudFrontSignError(error) ? `${error.code} ${error.message}` : error);
      response.writeHead(500).end("Something went wrong.\n");
    }
  };
}
