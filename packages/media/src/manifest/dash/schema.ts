/** Names of elements or attributes by the element that they stand in. */
type Names = Readonly<Record<string, readonly string[]>>;

/**
 * The elements that hold references, and those that lead to them, by the element they stand in. Elements
 * anywhere else belong to other schemas.
 *
 * Source: ISO/IEC 23009-1, the MPD schema.
 */
const childElements: Names = {
  MPD: ["BaseURL", "Location", "PatchLocation", "InitializationSet", "Period"],
  Period: ["BaseURL", "SegmentBase", "SegmentList", "SegmentTemplate", "AdaptationSet"],
  AdaptationSet: ["BaseURL", "SegmentBase", "SegmentList", "SegmentTemplate", "Representation"],
  Representation: ["BaseURL", "SegmentBase", "SegmentList", "SegmentTemplate"],
  SegmentBase: ["Initialization", "RepresentationIndex"],
  SegmentList: [
    "Initialization",
    "RepresentationIndex",
    "BitstreamSwitching",
    "SegmentURL",
    "SegmentTimeline",
  ],
  SegmentTemplate: ["Initialization", "RepresentationIndex", "BitstreamSwitching", "SegmentTimeline"],
  SegmentTimeline: ["S"],
};

const referenceElements: readonly string[] = [
  "BaseURL",
  "Location",
  "PatchLocation",
  "ContentSteering",
  "ImportedMPD",
];

const referenceAttributes: Names = {
  InitializationSet: ["initialization"],
  SegmentTemplate: ["media", "initialization", "index", "bitstreamSwitching"],
  SegmentURL: ["media", "index"],
  Initialization: ["sourceURL"],
  RepresentationIndex: ["sourceURL"],
  BitstreamSwitching: ["sourceURL"],
};

/** Players calculate with these and put the result into templates; a text among them would reach the URL. */
const segmentNumbers = [
  "startNumber",
  "endNumber",
  "timescale",
  "duration",
  "presentationTimeOffset",
  "presentationDuration",
  "eptDelta",
  "pdDelta",
  "bandwidth",
];
const numberAttributes: Names = {
  MPD: ["bandwidth"],
  Period: ["bandwidth"],
  AdaptationSet: ["bandwidth"],
  Representation: ["bandwidth"],
  BaseURL: ["bandwidth"],
  SegmentBase: segmentNumbers,
  SegmentList: segmentNumbers,
  SegmentTemplate: segmentNumbers,
  S: ["t", "n", "d", "r", "k"],
};

/** The name of an element that the schema has in this parent; empty for all others. */
export function knownElement(parent: string, name: string): string {
  return lists(childElements, parent, name) ? name : "";
}

/** Whether elements of this name hold or lead to references. */
export function isElementName(name: string): boolean {
  return /^[A-Z]/.test(name) && Object.values(childElements).some((names) => names.includes(name));
}

/** Whether an attribute of a known element is a reference that is signed. */
export function isReference(element: string, attribute: string): boolean {
  return lists(referenceAttributes, element, attribute);
}

/** Whether an attribute of a known element is a number. */
export function isNumber(element: string, attribute: string): boolean {
  return lists(numberAttributes, element, attribute);
}

/** Whether a known element has a reference as its content. */
export function holdsReference(element: string): boolean {
  return referenceElements.includes(element);
}

/** Whether a known element may have `BaseURL`s. */
export function isScope(element: string): boolean {
  return lists(childElements, element, "BaseURL");
}

function lists(table: Names, key: string, name: string): boolean {
  return Object.hasOwn(table, key) && (table[key] as readonly string[]).includes(name);
}
