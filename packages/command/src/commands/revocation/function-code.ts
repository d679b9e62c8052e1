import { refuse } from "../../arguments/refusal.ts";
import { fs, nodePath } from "../../node-modules.ts";
import denyGrants from "./templates/deny-grants.js?raw";

/**
 * The CloudFront Function that denies grants by their ID, as it is installed: 10 kB at most, in the JavaScript
 * of cloudfront-js-2.0 (ES 5.1 with `const`, `let`, `async` and `await`).
 *
 * Why no request with a denied ID passes: CloudFront admits a URL only if its query, without the signing
 * parameters, ends with the signed text `grant-id=ID`. This text has no `&`, so it stands within one parameter
 * of the request. The function admits a request only if the name `grant-id` stands in one place of the query,
 * and there as the name of a parameter. So both mean the same parameter, and the function looks up this ID.
 *
 * Sources: CloudFront Developer Guide, "JavaScript runtime 2.0 features for CloudFront Functions", "General
 * helper methods" (`rawQueryString`), "Helper methods for key value stores", "CloudFront Functions event
 * structure", "Quotas".
 */
export const functionCode: string = denyGrants;

/** Writes the function to a file. One that has other text stays as it is. */
export function writeFunction(path: string): void {
  try {
    fs.mkdirSync(nodePath.dirname(path), { recursive: true });
    fs.writeFileSync(path, functionCode, { flag: "wx" });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "EEXIST" || !fs.statSync(path).isFile())
      refuse(`--out: cannot write the file (${code}); check the folder, or give another`);
    if (fs.readFileSync(path, "utf8") !== functionCode)
      refuse("--out: exists with different content; pass another name, or remove the file");
  }
}
