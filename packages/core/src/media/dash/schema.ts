/** Where an MPD has elements that hold references, or elements that lead to them. An element anywhere else is somebody else's. */
const children: Readonly<Record<string, string>> = {
  MPD: "BaseURL Location PatchLocation InitializationSet Period",
  Period: "BaseURL SegmentBase SegmentList SegmentTemplate AdaptationSet",
  AdaptationSet: "BaseURL SegmentBase SegmentList SegmentTemplate Representation",
  Representation: "BaseURL SegmentBase SegmentList SegmentTemplate",
  SegmentBase: "Initialization RepresentationIndex",
  SegmentList: "Initialization RepresentationIndex BitstreamSwitching SegmentURL",
  SegmentTemplate: "Initialization RepresentationIndex BitstreamSwitching",
};

const attributes: Readonly<Record<string, string>> = {
  InitializationSet: "initialization",
  SegmentTemplate: "media initialization index bitstreamSwitching",
  SegmentURL: "media index",
  Initialization: "sourceURL",
  RepresentationIndex: "sourceURL",
  BitstreamSwitching: "sourceURL",
};

/** The name of an element where ISO/IEC 23009-1 has it; nothing for one that is not looked into. */
export function known(parent: string, name: string): string {
  return children[parent]?.split(" ").includes(name) ? name : "";
}

/** Whether an attribute of a known element is a reference that is signed. */
export function isReference(element: string, attribute: string): boolean {
  return attributes[element]?.split(" ").includes(attribute) ?? false;
}

/** Whether a known element has a reference as its content. */
export function holdsReference(element: string): boolean {
  return /^(BaseURL|Location|PatchLocation)$/.test(element);
}

/** Whether a known element may have `BaseURL`s. */
export function isScope(element: string): boolean {
  return children[element]?.startsWith("BaseURL") ?? false;
}
