/**
 * What the addresses in an element are, where they are not references to media:
 * - `"authority"`: decides which hosts players ask, so the grant has to cover it
 * - `"report"`: players send the URLs of their requests there, so the grant has to cover it
 * - `"service"`: a license server, an event, a website, a name; players send no signature there
 * - `"unknown"`: no schema has an address there
 */
export type Role = "authority" | "report" | "service" | "unknown";

/**
 * By the local name of the element, wherever it stands: most players read no namespaces.
 *
 * Source: ISO/IEC 23009-1, the MPD schema; ETSI TS 103 285 (DVB-DASH), "Reporting".
 */
const roles: Readonly<Record<string, Role>> = {
  ContentSteering: "authority",
  ImportedMPD: "authority",
  Reporting: "report",
  ClientDataReporting: "report",
  ContentProtection: "service",
  Event: "service",
  ProgramInformation: "service",
  Label: "service",
  GroupLabel: "service",
  AssetIdentifier: "service",
  Accessibility: "service",
  Role: "service",
  Rating: "service",
  Viewpoint: "service",
  FramePacking: "service",
  AudioChannelConfiguration: "service",
  OutputProtection: "service",
  InbandEventStream: "service",
};

/** What the addresses in an element are; all elements in one with a role have the same. */
export function roleOf(name: string, outer: Role): Role {
  if (outer !== "unknown") return outer;
  return Object.hasOwn(roles, name) ? (roles[name] as Role) : "unknown";
}

/** Attributes that may be URLs and are names, in any element. */
const names = [
  "schemeIdUri",
  "id",
  "profiles",
  "segmentProfiles",
  "serviceLocation",
  "serviceLocations",
  "defaultServiceLocation",
  "contentID",
  "sessionID",
];

/**
 * Attributes with addresses of services, by element and scheme. A presentation that is loaded from there stands
 * alone.
 */
const services: Readonly<Record<string, readonly (readonly [attribute: RegExp, scheme: RegExp])[]>> = {
  EventStream: [[/^value$/, /^/]],
  UTCTiming: [[/^value$/, /^urn:mpeg:dash:utc:/]],
  SupplementalProperty: [
    [/^value$/, /^urn:mpeg:dash:(?:mpd-as-linking|(?:mpd-)?(?:chaining|fallback)):/],
    [/^[^:]+:url$/, /^urn:dvb:dash:fontdownload:/],
  ],
};

/** Whether an attribute is a name, or the address of a service, which stays as it is. */
export function isService(element: string, attribute: string, scheme: string): boolean {
  if (names.includes(attribute) || /^xmlns(?::|$)|:(?:noNamespaceS|s)chemaLocation$/.test(attribute))
    return true;
  const known = element === "EssentialProperty" ? "SupplementalProperty" : element;
  return (
    Object.hasOwn(services, known) &&
    (services[known] ?? []).some(([name, of]) => name.test(attribute) && of.test(scheme))
  );
}

/**
 * Whether an attribute makes an element remote (XLink): its content comes from there, and inherits the signed
 * templates around it. Shaka finds it by any prefix that a manifest has ever declared for XLink.
 */
export function isRemote(attribute: string): boolean {
  return attribute === "href" || attribute.endsWith(":href");
}

/**
 * Whether an attribute of an element that decides which hosts players ask is an address, also a relative one.
 * mpd-parser takes `serverURL` of `ContentSteering`, which the schema does not have.
 */
export function isAddress(attribute: string): boolean {
  return /ur[il]$/i.test(attribute);
}

const xmlEscape = /&(?:#(x?)([\da-f]+)|(amp|quot|apos|nbsp|lrm|rlm));/gi;

/** A text without its XML escapes, in the way of the most lenient reader; what is none stays. */
export function withoutEscapes(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(xmlEscape, (_, hex, digits, entity: string | undefined) => {
    if (entity) return { amp: "&", quot: '"', apos: "'" }[entity.toLowerCase()] ?? " ";
    const code = Number.parseInt(digits, hex ? 16 : 10);
    return code <= 0x10ffff ? String.fromCodePoint(code) : "";
  });
}

/**
 * Whether some reader finds a host in a text: it is an absolute URL or starts with two slashes, as browsers
 * read it, with escapes decoded once or twice. A relative address stays with the bases, which are checked.
 */
export function leadsToHost(text: string): boolean {
  if (!/[/\\:&]/.test(text)) return false;
  const plain = withoutEscapes(withoutEscapes(text)).replace(/[^!-~]/g, "");
  return /^(?:https?:|[/\\]{2})/i.test(plain);
}
