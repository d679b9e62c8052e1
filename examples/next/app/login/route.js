import { isPasswordRight } from "../../lib/accounts.js";
import { privateResponse } from "../../lib/cdn.js";
import { startSession } from "../../lib/session.js";

/** The form of the first page, or JSON. @param {Request} request */
export async function POST(request) {
  const isJson = request.headers.get("content-type")?.startsWith("application/json") ?? false;
  const { user, password } = isJson
    ? ((await request.json().catch(() => null)) ?? {})
    : Object.fromEntries(await request.formData().catch(() => []));
  if (!isPasswordRight(user, password))
    return Response.json(
      { error: "The user or the password is wrong." },
      { status: 401, headers: privateResponse },
    );
  await startSession(user);
  if (isJson) return new Response(null, { status: 204, headers: privateResponse });
  return new Response(null, { status: 303, headers: { Location: "/", ...privateResponse } });
}
