/**
 * Runs before each route: a form of another origin must not sign anybody in or out (CSRF). Programs do not send this
 * header.
 * @param {import("next/server").NextRequest} request
 */
export function proxy({ method, headers }) {
  if (method === "POST" && (headers.get("sec-fetch-site") ?? "same-origin") !== "same-origin")
    return Response.json({ error: "The request comes from another site." }, { status: 403 });
}
