import { listed } from "../evidence/cookie-evidence.ts";
import type { Evidence } from "../evidence/evidence.ts";
import { isKind } from "../evidence/evidence-kind.ts";
import { shownPath } from "../folder-pattern.ts";
import type { CookieFramework } from "../values/encrypted-value.ts";
import type { FindingWords } from "./finding-entry.ts";

type Words = Partial<FindingWords> | undefined;

export function endWords(evidence: Evidence): Words {
  if (!isKind(evidence, "cookie-removed")) return undefined;
  return {
    summary: "These lines remove the cookies, as at a sign-out.",
    fix: "Set the cookies again, without Max-Age and Expires or with a time to come. Look at which answer came last: a sign-out removes them.",
  };
}

export function sizeWords(evidence: Evidence): Words {
  if (typeof evidence === "string") return undefined;
  switch (evidence.kind) {
    case "cookie-count":
    case "cookies-set":
      return {
        summary: "Browsers remove old cookies when a domain has too many.",
        fix: "Set fewer cookies for this domain, or give the distribution a domain of its own.",
      };
    case "cookie-header-size":
      return {
        summary: "The signed cookies are together larger than CloudFront accepts.",
        fix: "Keep all headers below 20,480 bytes: send one set of cookies to each URL, and sign with a P-256 key.",
      };
    default:
      return undefined;
  }
}

export function domainWords(evidence: Evidence): Words {
  if (typeof evidence === "string") return undefined;
  switch (evidence.kind) {
    case "cookie-domain-flaw":
      return {
        summary: "The Domain of the cookies is not a host name.",
        fix: "Set Domain to a host name alone, such as example.com: it covers cdn.example.com too.",
      };
    case "cookie-domain-of-page":
    case "cookie-domain-of-setter":
      return {
        summary: "The cookies may be for the host that set them, not for this one.",
        fix: "Give the distribution an alternate domain name under the domain of your page, and set Domain to their common parent: example.com for app.example.com and cdn.example.com.",
      };
    default:
      return undefined;
  }
}

export function pathWords(evidence: Evidence): Words {
  if (typeof evidence === "string") return undefined;
  switch (evidence.kind) {
    case "cookie-path-without-slash":
      return {
        fix: "Let Path start with /: Path=/ covers all paths of the host, and Path=/images one folder.",
      };
    case "cookie-path-with-asterisk":
      return { fix: `Set ${pathAttribute(evidence.path)}: Path has no wildcards.` };
    case "cookie-path-elsewhere":
      return { fix: `Set ${pathAttribute(evidence.requested)}.` };
    default:
      return undefined;
  }
}

/** The `Path` of the folder that a path or pattern is in, before the first *. */
function pathAttribute(path: string): string {
  const [literal = ""] = path.split("*", 1);
  const folder = literal.slice(0, Math.max(1, literal.lastIndexOf("/")));
  return folder === "/"
    ? "Path=/, which covers all paths of the host"
    : `Path=${shownPath(folder)}, which covers all paths below it`;
}

export function sameSiteWords(evidence: Evidence): Words {
  if (!isKind(evidence, "same-site-from-another-site")) return undefined;
  return {
    summary: "SameSite keeps the cookies from requests of a page on another site.",
    fix: "Serve the files from an alternate domain name under the domain of the page, or set SameSite=None; Secure and fetch with credentials.",
  };
}

export function secureWords(evidence: Evidence): Words {
  if (evidence !== "partitioned-without-secure") return undefined;
  return {
    summary: "Browsers refuse Partitioned cookies without Secure.",
    fix: "Set Partitioned; Secure, or leave Partitioned out.",
  };
}

const ownForms: Record<CookieFramework, string> = {
  Laravel:
    "List the names of the cookies in the except of Laravel's EncryptCookies, and set them with the raw argument (Cookie::make, the sixth), since Laravel also encodes values.",
  Rails:
    "Set the cookies without cookies.encrypted and cookies.signed: write the Set-Cookie headers yourself, since Rails also encodes values.",
  Express:
    "Set the cookies without signed, and with encode: String, as Express signs and encodes them otherwise.",
  Fastify: "Set the cookies without signed, and with encode: String, as Fastify encodes them otherwise.",
  Django: "Set the cookies with response.set_cookie, not with set_signed_cookie.",
  "ASP.NET Core":
    "Write the Set-Cookie headers yourself, with no data protection: Response.Headers.Append takes the value as it is.",
  Yii: "Set enableCookieValidation to false for these cookies, or write the Set-Cookie headers yourself with header().",
  Phoenix: "Set the cookies with put_resp_cookie without encrypt and sign.",
  CakePHP: "Take the names of the cookies out of EncryptedCookieMiddleware.",
  "iron-session": "Set the cookies by themselves, each with its own name, and not in a session.",
  "a JSON Web Token": "Set the values that the signer returned, each as it is, and not in a token.",
};

export function encryptionWords(evidence: Evidence): Words {
  if (!isKind(evidence, "cookie-encrypted")) return undefined;
  return { fix: ownForms[evidence.framework] };
}

/** For `stray-characters`. */
export function quotesWords(evidence: Evidence): Words {
  if (!isKind(evidence, "cookie-value-in-quotes")) return undefined;
  return {
    summary: "The values of the cookies are in double quotes.",
    fix: "Set the cookie values without quotes: browsers send the quotes, and CloudFront takes them for a part of the value.",
  };
}

export function missingWords(evidence: Evidence): Words {
  if (!isKind(evidence, "cookies-kept-back")) return undefined;
  return {
    summary: "The browser did not send all of the signed cookies.",
    fix: "Give all signed cookies the same Domain, Path, SameSite and Secure, and set them in one answer.",
  };
}

/** For `key-id-missing`, `signature-missing` and `policy-missing`. */
export function absentWords(evidence: Evidence): Words {
  if (!isKind(evidence, "cookies-absent")) return undefined;
  const { absent, empty } = evidence;
  return {
    summary:
      absent.length > 0 ? `${listed(absent)} did not arrive.` : `${listed(empty)} arrived without a value.`,
    fix: "Look at the cookies in the developer tools of the browser. Set a cookie that is not there, in at most 4,096 bytes. Give all of them the same Domain, Path, SameSite and Secure. If the browser sends all of them, find the proxy that drops one.",
  };
}

/** For `parameter-repeated`. */
export function repeatedCookieWords(evidence: Evidence): Words {
  if (evidence === "both-policies")
    return {
      summary: "The cookies have two policies: one for each kind of signature.",
      fix: "Remove CloudFront-Expires before you set CloudFront-Policy, and the other way round: one may be left from before.",
    };
  if (isKind(evidence, "cookie-repeated"))
    return {
      summary: "A signed cookie arrived twice.",
      fix: "Remove the cookie that is left from before: browsers send both if Domain or Path differ. Set each cookie with one Domain and one Path.",
    };
  if (!isKind(evidence, "cookie-for-two-paths")) return undefined;
  return {
    summary: "The browser sends two sets of signed cookies to this URL.",
    fix: "Set cookies for paths of which none lies within another, remove the set that is left from before, or sign one Resource for all.",
  };
}

/** For `resource-mismatch`. */
export function wrongSetWords(evidence: Evidence): Words {
  if (typeof evidence === "string") return undefined;
  if (evidence.kind === "cookie-set-replaced")
    return {
      fix: "Give each set of cookies the Path of its own folder, or sign one Resource that covers all of them: cookies of the same name and Path replace each other.",
    };
  if (evidence.kind === "cookie-set-of-path")
    return {
      fix: "Give each set of cookies the Path of the folder that its Resource covers, or sign one Resource that covers all of them.",
    };
  return undefined;
}
