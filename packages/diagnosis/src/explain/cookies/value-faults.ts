import { type Finding, proven } from "../findings/finding.ts";
import { encryptedBy } from "../values/encrypted-value.ts";

/** With the other changes of a value, before what follows from them. */
const rankOfQuotes = 285;

/** What happened to the value of a signed cookie before it was set or sent. */
export function valueFault(name: string, value: string): Finding | undefined {
  const framework = encryptedBy(value);
  if (framework)
    return {
      id: "cookie-encrypted",
      // One signature in a billion begins with the same letters by chance.
      certainty: framework === "ASP.NET Core" ? "likely" : "proven",
      evidence: { kind: "cookie-encrypted", name, framework },
    };
  if (value.length > 1 && value.startsWith('"') && value.endsWith('"'))
    return { ...proven("stray-characters", { kind: "cookie-value-in-quotes", name }), rank: rankOfQuotes };
  // No value of a signed cookie has a percent sign.
  return /%[2-7][\da-f]/i.test(value) ? proven("cookie-encoded", "cookie-value-percent-encoded") : undefined;
}
