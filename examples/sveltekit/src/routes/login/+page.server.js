import { fail, redirect } from "@sveltejs/kit";
import { isPasswordRight } from "$lib/server/accounts.js";
import { sessionAttributes, sessionCookie, startSession } from "$lib/server/session.js";

/** The form of the page. SvelteKit has checked that it comes from this origin. */
export const actions = {
  default: async ({ request, cookies }) => {
    const { user, password } = Object.fromEntries(await request.formData());
    if (!isPasswordRight(user, password)) return fail(401, { error: "The user or the password is wrong." });
    cookies.set(sessionCookie, await startSession(user), sessionAttributes);
    redirect(303, "/");
  },
};
