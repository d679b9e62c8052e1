// What is made is read, as a response or a file would take it: engines put a text together only when someone
// looks at it, and what nobody looks at they may leave out.

let seen = 0;

/** @param {unknown} made */
export function consume(made) {
  if (typeof made === "string") seen += made.charCodeAt(made.length - 1);
  else if (made instanceof ArrayBuffer) seen += made.byteLength;
  else if (Array.isArray(made)) made.forEach(consume);
  else if (made) seen++;
}

/** Throws when nothing at all was made. */
export function checkConsumed() {
  if (!(seen > 0)) throw new Error("nothing was made");
}
