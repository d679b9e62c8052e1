import type { SignedCookieName } from "../../cookie/cookie-names.ts";
import type { RequestCookies } from "../../verify/cookies.ts";
import type { Evidence } from "../evidence.ts";
import { arrivedCookies, eitherPolicy, namesLacking } from "./arrived-cookies.ts";

/** The signed cookies that did not arrive with the others, or arrived without a value. */
export function absentCookies(cookies: RequestCookies): Evidence {
  const { values } = arrivedCookies(cookies);
  const isEmpty = (name: SignedCookieName): boolean =>
    values.get(name)?.every((value) => value === "") === true;
  const lacking = namesLacking((name) => values.has(name) && !isEmpty(name));
  return {
    kind: "cookies-absent",
    present: [...values.keys()].filter((name) => !isEmpty(name)),
    absent: lacking
      .filter((name) => !isEmpty(name))
      .map((name) => eitherPolicy(name, "CloudFront-Policy (or CloudFront-Expires)")),
    empty: lacking.filter(isEmpty),
  };
}
