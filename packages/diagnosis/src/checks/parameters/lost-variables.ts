import { type Finding, found, possible } from "../../findings/finding.ts";
import { readGivenUrl } from "../../request/given-url.ts";
import { mostVariedParts } from "../../request/limits.ts";
import {
  certaintyOfLost,
  type LostVariable,
  lostInHost,
  lostValue,
  lostVariable,
  lostVariableSeen,
} from "../../request/lost-variable.ts";
import type { ReadQuestion } from "../../request/question.ts";
import { rankAfterConditions, rankBeforeSignature } from "../check.ts";

type LostVariableFinding = Finding<"key-id-not-a-key-id" | "request-invalid" | "signature-undecodable">;

/** Variables without a value in the host name and the path, and what templates left there. */
export function lostVariableFindings(
  question: ReadQuestion,
  isSignatureRight: boolean,
): LostVariableFinding[] {
  return [...lostAddressFindings(question, isSignatureRight), ...lostValueFindings(question)];
}

/** Words of four letters are base64, and words in capital letters look like IDs, so that they can be read. */
function lostValueFindings({ request, credentials, keyLookupProblem }: ReadQuestion): LostVariableFinding[] {
  const findings = (id: LostVariableFinding["id"], name: string): LostVariableFinding[] => {
    const variable = lostValue(request.parameters.get(name) ?? "");
    return variable ? [found(id, certaintyOfLost(variable), lostVariableSeen(variable, name))] : [];
  };
  return [
    ...(credentials.signature ? findings("signature-undecodable", "Signature") : []),
    ...(keyLookupProblem ? [] : findings("key-id-not-a-key-id", "Key-Pair-Id")),
  ];
}

function lostAddressFindings(
  { givenUrl, verifier }: ReadQuestion,
  isSignatureRight: boolean,
): LostVariableFinding[] {
  const { address } = readGivenUrl(givenUrl);
  const [, scheme = "", host = "", path = ""] = /^(https?:\/\/)?([^/]*)(.*)$/is.exec(address) ?? [];
  // Without a scheme, the text may be a path.
  const inHost = lostInHost(host);
  if (inHost && (scheme || path))
    return [
      found("request-invalid", certaintyOfLost(inHost), {
        rank: rankBeforeSignature,
        ...lostVariableSeen(inHost, "the host name"),
      }),
    ];
  const inPath = lostInPath(path);
  // A folder may have such a name, and then it was signed with it.
  if (!inPath || isSignatureRight) return [];
  const seen = lostVariableSeen(inPath, "a part of the path");
  return [found("request-invalid", verifier ? "likely" : "possible", seen, { rank: rankBeforeSignature })];
}

/** An own parameter without a value: it may be so on purpose, and signed. */
export function lostParameterFindings({ givenUrl, request }: ReadQuestion): LostVariableFinding[] {
  const { pairs } = readGivenUrl(givenUrl);
  for (const { name, value = "" } of pairs.slice(0, mostVariedParts)) {
    const variable = lostVariable(value);
    if (!variable || usualWords.includes(variable.text) || request.parameters.has(name)) continue;
    const seen = lostVariableSeen(variable, "a parameter of the URL");
    return [possible("request-invalid", seen, { rank: rankAfterConditions })];
  }
  return [];
}

/** A file name such as `undefined.mp4` was put together from a variable; `null.mp4` may be given on purpose. */
function lostInPath(path: string): LostVariable | undefined {
  for (const segment of path.split("/").slice(0, mostVariedParts)) {
    const variable = lostVariable(segment) ?? lostFileName(segment);
    if (variable && !usualWords.includes(variable.text)) return variable;
  }
  return undefined;
}

/** Words that are names and values on purpose, too. */
const usualWords: readonly string[] = ["null", "nil", "None", "Infinity", "true", "false"];

function lostFileName(segment: string): LostVariable | undefined {
  const [, name = ""] =
    /^(undefined|NaN|\[object[ +]\w{1,40}\]|%5Bobject%20\w{1,40}%5D)\.\w{1,8}$/.exec(segment) ?? [];
  return lostVariable(name);
}
