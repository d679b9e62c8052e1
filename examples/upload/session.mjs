/**
 * Replace this with your own authentication. Until then, nobody is signed in, and every answer is 401.
 * @param {import("node:http").IncomingMessage} _request
 * @returns {Promise<string | undefined>} the ID of the user
 */
export async function userOf(_request) {
  return undefined;
}
