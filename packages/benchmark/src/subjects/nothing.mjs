// The measuring program alone: it has the key and the URLs, and does nothing with them.
/** @type {import("../subjects.mjs").Subject} */
export default (_, urls) => urls;
