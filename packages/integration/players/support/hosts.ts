import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { folderOrigin } from "cloudfront-sign-cli/commands/serve/folder-origin.ts";
import { restrictViewerAccess } from "cloudfront-sign-webcrypto/verify";
import { serverFile } from "./documented.ts";
import { Sites } from "./sites.ts";

export type Handler = (request: Request) => Response | Promise<Response>;

/** The settings of the two hosts for one test. */
export interface Setting {
  /** The origins that the CDN allows by CORS. */
  cors: "nobody" | "any origin" | "the page, with credentials";
  /** A 403 has no CORS headers. */
  hidesDenials: boolean;
  /** Live playlists, which players request again. */
  live: boolean;
  /** Playlists and manifests need no signature, as with a cache behavior of their own. */
  openPlaylists: boolean;
  /** Playlists and manifests come from the documented route, which signs them. */
  signedPlaylists: boolean;
  /** The answer to POST /api/course/42, and to the routes below it. */
  grant: Handler;
}

/** The documented routes. */
export interface Routes {
  /** The endpoint that answers with a query. */
  readonly query: Handler;
  /** The endpoint that answers with cookies. */
  readonly cookies: Handler;
  /** The route that signs playlists and manifests. */
  readonly manifests: Handler;
}

export async function documentedRoutes(): Promise<Routes> {
  process.env.CLOUDFRONT_PRIVATE_KEY = keyText("rsa2048.pkcs8.pem");
  const { POST: query } = await serverFile("grant-route.ts");
  const { POST: cookies } = await serverFile("cookie-route.ts");
  const { default: manifestServer } = await serverFile<{ default: { fetch: Handler } }>("manifest-server.ts");
  if (!query || !cookies) throw new Error("docs/players.md has no routes");
  return { query, cookies, manifests: manifestServer.fetch };
}

const corsHeaders: Record<Setting["cors"], Record<string, string>> = {
  nobody: {},
  "any origin": { "Access-Control-Allow-Origin": "*" },
  "the page, with credentials": {
    "Access-Control-Allow-Origin": "https://app.example.com",
    "Access-Control-Allow-Credentials": "true",
  },
};

export const isPlaylist = ({ url }: Request): boolean => /\.(m3u8|mpd)$/.test(new URL(url).pathname);
/** The request that CloudFront forwards to a server. */
const behindCloudFront = (request: Request): Request =>
  new Request(request.url.replace("//cdn.", "//server."), request);

/** A file of the page at app.example.com, for a viewer who is signed in. */
export const pageFile = (text: string, type: "html" | "javascript"): Response =>
  new Response(text, {
    headers: { "Content-Type": `text/${type}`, "Set-Cookie": "session=of-ada; Secure; HttpOnly" },
  });

/** The origin of the videos in a folder. */
export function videoOrigin(folder: string, setting: () => Setting): Handler {
  const files = folderOrigin(folder);
  return async (request) => {
    const file = await files(request);
    if (!setting().live || !request.url.endsWith("media.m3u8")) return file;
    const headers = { "Content-Type": file.headers.get("content-type") ?? "" };
    return new Response((await file.text()).replace(/#EXT-X-(ENDLIST|PLAYLIST-TYPE).*/g, ""), { headers });
  };
}

/**
 * The page at app.example.com and the private video at cdn.example.com.
 * @param app the answers of the page's host, by method and path
 * @param cdns what answers for other hosts of the video, or instead of cdn.example.com
 */
export function openHosts(
  app: Record<string, Handler>,
  origin: Handler,
  manifests: Handler,
  setting: () => Setting,
  cdns: Record<string, Handler> = {},
): Promise<Sites> {
  const edge = restrictViewerAccess({
    publicKeys: { K2JCJMDEHXQW5F: keyText("rsa2048.pub.spki.pem") },
    origin: (request) =>
      setting().signedPlaylists && isPlaylist(request)
        ? manifests(behindCloudFront(request))
        : origin(request),
  });
  const media: Record<string, Handler> = {
    "cdn.example.com": (request) =>
      setting().openPlaylists && isPlaylist(request) ? origin(request) : edge(request),
    ...cdns,
  };
  const withCors =
    (handler: Handler): Handler =>
    async (request) => {
      const response = await handler(request);
      const { cors, hidesDenials } = setting();
      const isHidden = hidesDenials && response.status === 403;
      for (const [name, value] of Object.entries(corsHeaders[isHidden ? "nobody" : cors]))
        response.headers.set(name, value);
      return response;
    };
  return Sites.open({
    "app.example.com": (request) =>
      app[`${request.method} ${new URL(request.url).pathname}`]?.(request) ??
      new Response("", { status: 404 }),
    ...Object.fromEntries(Object.entries(media).map(([host, handler]) => [host, withCors(handler)])),
  });
}
