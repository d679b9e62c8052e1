import type { NodeRequest, NodeResponse } from "./node-types.ts";

/** Headers about one connection, which HTTP/2 does not have (RFC 9113, section 8.2.2). */
const connectionHeaders = ["connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade"];

/** Sends a `Response`, no faster than the client takes it. Rejects with what its body fails with. */
export async function sendResponse(
  response: Response,
  { method, httpVersionMajor }: NodeRequest,
  outgoing: NodeResponse,
  left: AbortSignal,
): Promise<void> {
  outgoing.statusCode = response.status;
  if (httpVersionMajor < 2 && response.statusText !== "") outgoing.statusMessage = response.statusText;
  for (const [name, value] of response.headers)
    if (name !== "set-cookie" && !(httpVersionMajor >= 2 && connectionHeaders.includes(name)))
      outgoing.setHeader(name, value);
  const cookies = response.headers.getSetCookie();
  // Beside the cookies of middleware, such as a session.
  if (cookies.length > 0)
    outgoing.setHeader("set-cookie", [
      ...[outgoing.getHeader("set-cookie") ?? []].flat().map(String),
      ...cookies,
    ]);
  const reader = response.body?.getReader();
  if (!reader || method === "HEAD" || left.aborted) {
    outgoing.end();
    await reader?.cancel();
    return;
  }
  // Also while the body has nothing to send, so that what makes it stops.
  left.addEventListener("abort", () => void reader.cancel(left.reason).catch(() => undefined), {
    once: true,
  });
  for (;;) {
    const { done, value } = await reader.read();
    if (left.aborted) return;
    if (done) break;
    if (!outgoing.write(value)) await drained(outgoing, left);
  }
  outgoing.end();
}

/** Resolves when the client has taken what was written, or has left. */
function drained(outgoing: NodeResponse, left: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      outgoing.off("drain", go);
      left.removeEventListener("abort", go);
      resolve();
    };
    outgoing.once("drain", go);
    left.addEventListener("abort", go);
  });
}
