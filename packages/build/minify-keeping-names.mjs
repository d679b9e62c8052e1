/**
 * Less text to read at each start. Names stay as they are, for stack traces. Lines stay short, because Node.js prints
 * the whole line of an uncaught error.
 *
 * @param {{ minifyWhitespace?: boolean, minifySyntax?: boolean, lineLimit?: number }} options those of esbuild
 */
export function minifyKeepingNames(options) {
  options.minifyWhitespace = true;
  options.minifySyntax = true;
  options.lineLimit = 120;
}
