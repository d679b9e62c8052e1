// Reads every output, as a response or a file does. Engines concatenate a string only when a program reads
// it, and may leave out work whose result nothing reads.

let seen = 0;

/** @param {unknown} made */
export function consume(made) {
  if (typeof made === "string") seen += made.charCodeAt(made.length - 1);
  else if (made instanceof ArrayBuffer) seen += made.byteLength;
  else if (Array.isArray(made)) made.forEach(consume);
  else if (made) seen++;
}

/** Throws if there was no output at all. */
export function checkConsumed() {
  if (!(seen > 0)) throw new Error("nothing was made");
}
