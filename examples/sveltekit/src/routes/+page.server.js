/** @type {import("@sveltejs/kit").Load} */
export const load = ({ locals }) => ({ user: locals.user });
