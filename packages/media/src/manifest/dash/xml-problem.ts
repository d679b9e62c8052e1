import { shownName } from "../shown-name.ts";

/** Why XML is not signed: it is not well-formed, or readers read it differently. */
export type XmlProblem =
  | { readonly id: "cut-off"; readonly inside: string }
  | { readonly id: "not-closed"; readonly element: string }
  | {
      readonly id:
        | "comment-start"
        | "doctype"
        | "declaration"
        | "less-than-in-tag"
        | "no-name"
        | "end-tag-extra";
    }
  | { readonly id: "element-name"; readonly fault: "white space" | "two colons" }
  | {
      readonly id: "attribute-name" | "attribute-twice" | "attribute-not-quoted" | "attribute-without-value";
      readonly element: string;
      readonly attribute: string;
    }
  | { readonly id: "no-space" | "stray-character"; readonly element: string; readonly character: string }
  | { readonly id: "end-tag-alone"; readonly element: string }
  | { readonly id: "end-tag-other"; readonly open: string; readonly element: string }
  | { readonly id: "second-root"; readonly element: string }
  | { readonly id: "too-deep"; readonly limit: number }
  | { readonly id: "text-outside-root" | "markup-in-instruction" }
  | { readonly id: "encoding"; readonly encoding: string }
  | { readonly id: "bare-ampersand" | "character-reference" }
  | { readonly id: "entity"; readonly entity: string };

/** The problem in words, and the step that mends it. */
export function describeXml(problem: XmlProblem): string {
  switch (problem.id) {
    case "cut-off":
      return `the text ends within ${problem.inside}; was it cut off?`;
    case "not-closed":
      return `the text ends before the end tag of ${shownName(problem.element)}; was it cut off?`;
    case "comment-start":
      return "a comment starts with > or ->, where some players end it; put a space before it";
    case "doctype":
      return "there is a DOCTYPE, whose entities could change any reference; remove it";
    case "declaration":
      return "there is a <! that starts neither a comment nor CDATA; remove it";
    case "less-than-in-tag":
      return "a < stands in a tag; close the tag or quote before it, or write &lt;";
    case "no-name":
      return "a < starts no tag; write &lt; for the character";
    case "element-name":
      return `the name of an element has ${problem.fault} in it; rename the element`;
    case "attribute-name":
      return `${shownName(problem.element)} has an attribute with a name that readers cut differently; start it with an ASCII letter, and use letters, digits, _ . : -`;
    case "attribute-twice":
      return `${shownName(problem.element)} has the attribute ${shownName(problem.attribute)} twice, and readers take one or the other; remove one`;
    case "attribute-not-quoted":
      return `the value of ${shownName(problem.element)}@${shownName(problem.attribute)} is not quoted, or its quote is not closed; write name="value"`;
    case "attribute-without-value":
      return `${shownName(problem.element)}@${shownName(problem.attribute)} has no value; write name="value"`;
    case "no-space":
      return `${shownName(problem.element)} has ${JSON.stringify(problem.character)} right behind an attribute; put white space between attributes`;
    case "stray-character":
      return `${shownName(problem.element)} has ${JSON.stringify(problem.character)} where an attribute or the end of the tag belongs; remove it`;
    case "end-tag-extra":
      return "an end tag has more in it than its name; remove it";
    case "end-tag-alone":
      return `the end tag of ${shownName(problem.element)} closes no element; remove it`;
    case "end-tag-other":
      return `the end tag of ${shownName(problem.element)} stands where ${shownName(problem.open)} is open; close that first`;
    case "second-root":
      return `${shownName(problem.element)} is a second root element; remove it`;
    case "too-deep":
      return `more than ${problem.limit} elements are nested in each other; an MPD has seven levels: remove some`;
    case "text-outside-root":
      return "there is text outside of the root element; is this an MPD?";
    case "markup-in-instruction":
      return "a processing instruction has a < or > in it, where some players start or end elements; remove it";
    case "encoding":
      return `the XML declaration has the encoding ${shownName(problem.encoding)}, and bytes are read as UTF-8; decode them and sign the text`;
    case "bare-ampersand":
      return "a & in a reference starts no escape; write &amp;";
    case "character-reference":
      return "a &#…; in a reference stands for no character; correct its number";
    case "entity":
      return `&${shownName(problem.entity)}; in a reference is none of the five escapes of XML; write the character itself`;
  }
}
