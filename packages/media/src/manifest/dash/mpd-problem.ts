import type { CloudFrontSignErrorCode } from "cloudfront-sign-webcrypto";
import { longestUrl } from "cloudfront-sign-webcrypto/internals";
import { describeReference, type ReferenceProblem, referenceCode } from "../reference-problem.ts";
import { shownName } from "../shown-name.ts";
import { longestPiece, longestText } from "../text-limits.ts";
import { describeOverBudget } from "../work-budget.ts";
import type { Role } from "./addresses.ts";
import { describeXml, type XmlProblem } from "./xml-problem.ts";

/** Why an `id` must not stand in a URL. */
export type IdentifierProblem =
  | { readonly fault: "missing" | "empty" | "dots" }
  | { readonly fault: "character"; readonly character: string };

/** Why a manifest is not signed. Places are `Element` or `Element@attribute`. */
export type MpdProblem =
  | XmlProblem
  | {
      readonly id: "reference";
      readonly problem: ReferenceProblem;
      /** `uncovered: "leave"` can leave it; it moves other references; else what addresses in its element are. */
      readonly role: "leavable" | "base" | Exclude<Role, "service">;
    }
  | { readonly id: "not-mpd"; readonly root: string }
  | {
      readonly id:
        | "no-root"
        | "query-parameters-of-manifest"
        | "next-request"
        | "not-a-number"
        | "over-budget"
        | "piece-too-long"
        | "text-too-long";
    }
  | {
      readonly id: "other-namespace" | "element-in-reference" | "reference-in-pieces";
      readonly element: string;
    }
  | { readonly id: "player-element" | "player-attribute"; readonly name: string }
  | { readonly id: "object-name"; readonly kind: "attribute" | "element"; readonly name: string }
  | { readonly id: "identifier"; readonly problem: IdentifierProblem; readonly user: string }
  | { readonly id: "base-differs" | "base-too-late" | "location-too-late" | "reference-too-late" }
  | { readonly id: "base-too-long"; readonly characters: number }
  | { readonly id: "too-many-bases"; readonly limit: number }
  | { readonly id: "moved-by-base" | "moved-by-location" };

/** A manifest that is not signed. The one who knows the line catches it; as the other faults, it is not an `Error`. */
export class ManifestFault {
  readonly place: string;
  readonly problem: MpdProblem;

  constructor(place: string, problem: MpdProblem) {
    this.place = place;
    this.problem = problem;
  }
}

/** Throws a {@link ManifestFault}. */
export function refuseManifest(problem: MpdProblem, place = "manifest"): never {
  throw new ManifestFault(place, problem);
}

/** The `code` of the error for a problem. */
export function manifestCode(problem: MpdProblem): CloudFrontSignErrorCode {
  switch (problem.id) {
    case "reference":
      return referenceCode(problem.problem);
    case "base-differs":
      return "ERR_URL_INVALID";
    case "base-too-long":
      return "ERR_URL_TOO_LONG";
    case "moved-by-base":
    case "moved-by-location":
      return "ERR_RESOURCE_MISMATCH";
    default:
      return "ERR_MANIFEST_INVALID";
  }
}

/** The problem in words, and the step that mends it. */
export function describeManifest(problem: MpdProblem): string {
  switch (problem.id) {
    case "reference":
      return `${describeReference(problem.problem)}${wayOut[problem.role]}`;
    case "not-mpd":
      return `the root element is ${shownName(problem.root)}, not MPD; is this an error page?`;
    case "no-root":
      return "there is no root element; give the text of an MPD";
    case "query-parameters-of-manifest":
      return "useMPDUrlQuery makes players send the manifest's signature to any host; remove it, the references are signed instead";
    case "next-request":
      return 'CMCDParameters makes players send the signed URL of the next segment to the host of an unsigned one; list keys without nor, or pass uncovered: "throw"';
    case "not-a-number":
      return "is not a number, and players put it into URLs; write digits";
    case "other-namespace":
      return `the element ${problem.element} is in another namespace than MPD, and some players read it as the MPD's; rename or remove it`;
    case "element-in-reference":
      return `there is an element in the content of ${problem.element}; write its reference as text`;
    case "reference-in-pieces":
      return `the reference in ${problem.element} is in several pieces; write it as one text`;
    case "player-element":
      return `the element ${problem.name} is in no MPD, and makes some players request other URLs; rename or remove it`;
    case "player-attribute":
      return `the attribute ${problem.name} is in no MPD, and makes some players request other URLs; rename or remove it`;
    case "object-name":
      return `the ${problem.kind} ${shownName(problem.name)} has a name that changes objects of JavaScript, so players read other elements with it; rename or remove it`;
    case "identifier":
      return `${identifierFaults[problem.problem.fault]}${
        problem.problem.fault === "character" ? ` ${JSON.stringify(problem.problem.character)}` : ""
      }, and ${problem.user} puts it into a URL as $RepresentationID$; use letters, digits, and . _ ~ -`;
    case "base-differs":
      return "is resolved to different folders by different readers; write it as an absolute URL";
    case "base-too-long":
      return `makes a base URL of ${problem.characters} characters; CloudFront accepts URLs of ${longestUrl} bytes, so shorten it`;
    case "too-many-bases":
      return `there are more than ${problem.limit} alternatives for one BaseURL; remove some`;
    case "base-too-late":
      return "a BaseURL stands behind references that it moves; move it in front of them";
    case "location-too-late":
      return "a Location stands behind references that it moves for some players; move it in front of them";
    case "reference-too-late":
      return "references stand behind an element that inherits them and has a BaseURL; move them in front of it";
    case "moved-by-base":
      return "is covered by the grant only with, or only without, a BaseURL further down; move that one up";
    case "moved-by-location":
      return "is covered by the grant only without the Location behind it; move the Location in front of it";
    case "over-budget":
      return describeOverBudget();
    case "piece-too-long":
      return `a tag, an instruction or a reference has over ${longestPiece} characters; shorten it`;
    case "text-too-long":
      return `the signed manifest has over ${longestText} characters; sign it as a stream, with createDashSigningStream`;
    default:
      return describeXml(problem);
  }
}

const wayOut = {
  leavable: ', or pass uncovered: "leave" to leave it unsigned',
  base: "",
  authority: "; it decides which hosts players ask, so this always throws",
  report: "; players send signed URLs there, so this always throws",
  unknown: ', remove it (no MPD has a URL here), or pass uncovered: "leave" to leave it as it is',
} as const;

const identifierFaults = {
  missing: "is missing",
  empty: "is empty",
  dots: "consists of dots",
  character: "has the character",
} as const;
