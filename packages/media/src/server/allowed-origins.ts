import { describeType, fail, readOptionProperties, typeTag } from "cloudfront-sign-webcrypto/internals";
import { originOf } from "./page-origin.ts";

/** The option `allowedOrigins`, copied; throws for an entry that no browser sends as `Origin`. */
export function readAllowedOrigins(given: readonly string[]): readonly string[] {
  if (typeTag(given) !== "Array")
    return refuse(`is ${describeType(given)}; pass a list of origins: ["https://app.example.com"]`);
  const origins: readonly unknown[] = readOptionProperties(() => Array.from(given), "allowedOrigins");
  return origins.map((origin, i) => checkOrigin(origin, i + 1));
}

function checkOrigin(origin: unknown, entry: number): string {
  if (typeof origin !== "string")
    return refuse(`entry ${entry} is ${describeType(origin)}; write an origin such as ${example}`);
  if (origin === "null")
    return refuse(
      `entry ${entry} is "null", the origin of sandboxed frames and local files of any site; serve the page from an origin of its own, and write that`,
    );
  if (origin.includes("*"))
    return refuse(
      `entry ${entry} has a *, and origins are compared as they are; write each origin, such as ${example}`,
    );
  const meant = originOf(origin);
  if (meant === undefined)
    return refuse(
      `entry ${entry} is not an origin; write the scheme and host of the page, such as ${example}`,
    );
  if (meant !== origin) return refuse(`entry ${entry} is not written as browsers send it; write "${meant}"`);
  return origin;
}

const example = '"https://app.example.com"';

function refuse(problem: string): never {
  return fail("ERR_OPTION_INVALID", "allowedOrigins", problem);
}
