import { json } from "@sveltejs/kit";
import { isPasswordRight } from "$lib/server/accounts.js";
import { sessionAttributes, sessionCookie, startSession } from "$lib/server/session.js";

/** For apps. SvelteKit calls the form action instead for a browser, whose Accept header prefers text/html. */
export async function POST({ request, cookies }) {
  const isJson = request.headers.get("content-type")?.startsWith("application/json") ?? false;
  const { user, password } = isJson
    ? ((await request.json().catch(() => null)) ?? {})
    : Object.fromEntries(await request.formData().catch(() => []));
  if (!isPasswordRight(user, password))
    return json({ error: "The user or the password is wrong." }, { status: 401 });
  cookies.set(sessionCookie, await startSession(user), sessionAttributes);
  return new Response(null, { status: 204 });
}
