import { describeType, fail, typeTag } from "cloudfront-sign-webcrypto/internals";

/** Where a value stands: the index of its document, and the names of members that lead to it. */
interface JsonPlace {
  readonly index: number;
  /** `DistributionConfig.Origins`; empty for the document itself. */
  readonly path: string;
}

/** An object of a JSON document. */
export interface JsonObject extends JsonPlace {
  readonly members: Readonly<Record<string, unknown>>;
}

// A member may be missing, as the AWS CLI leaves out what is empty; one of another type throws, so that nothing
// is taken for something else.

/** A document; throws for one that is not an object. */
export function asDocument(document: unknown, index: number): JsonObject {
  if (typeof document === "string") {
    fail("ERR_OPTION_INVALID", documentOption(index), "is a string; pass what it holds: JSON.parse(text)");
  }
  if (Array.isArray(document)) {
    fail(
      "ERR_OPTION_INVALID",
      documentOption(index),
      "is an array; make each of its entries a document of its own",
    );
  }
  return asObject(document, { index, path: "" });
}

function asObject(value: unknown, place: JsonPlace): JsonObject {
  if (typeTag(value) === "Object") return { ...place, members: value as Record<string, unknown> };
  return refuseJson(place, `is ${describeType(value)} and no object`);
}

export function objectMember(object: JsonObject, name: string): JsonObject | undefined {
  const value = memberValue(object, name);
  return value === undefined ? undefined : asObject(value, placeOf(object, name));
}

export function requiredObject(object: JsonObject, name: string): JsonObject {
  return objectMember(object, name) ?? refuseJson(object, `has no ${name}`);
}

export function textMember(object: JsonObject, name: string): string | undefined {
  const value = memberValue(object, name);
  if (value === undefined || typeof value === "string") return value;
  return refuseJson(placeOf(object, name), `is ${describeType(value)} and no text`);
}

export function requiredText(object: JsonObject, name: string): string {
  return textMember(object, name) ?? refuseJson(object, `has no ${name}`);
}

export function booleanMember(object: JsonObject, name: string): boolean | undefined {
  const value = memberValue(object, name);
  if (value === undefined || typeof value === "boolean") return value;
  return refuseJson(placeOf(object, name), `is ${describeType(value)}, not true or false`);
}

export function numberMember(object: JsonObject, name: string): number | undefined {
  const value = memberValue(object, name);
  if (value === undefined || typeof value === "number") return value;
  return refuseJson(placeOf(object, name), `is ${describeType(value)} and no number`);
}

/** A member that is a list; empty if it is missing. */
function listMember(object: JsonObject, name: string): readonly unknown[] {
  const value = memberValue(object, name);
  if (value === undefined) return [];
  if (Array.isArray(value)) return value;
  return refuseJson(placeOf(object, name), `is ${describeType(value)} and no list`);
}

/** A member that is a list of objects. */
export function objectList(object: JsonObject, name: string): JsonObject[] {
  return listMember(object, name).map((value, i) => asObject(value, placeOf(object, `${name}[${i}]`)));
}

/** A member that is a list of texts. */
export function textList(object: JsonObject, name: string): string[] {
  return listMember(object, name).map((value, i) =>
    typeof value === "string"
      ? value
      : refuseJson(placeOf(object, `${name}[${i}]`), `is ${describeType(value)} and no text`),
  );
}

/** A member that is one text or a list of texts, as in policies of IAM. */
export function oneOrMoreTexts(object: JsonObject, name: string): string[] {
  const value = memberValue(object, name);
  return typeof value === "string" ? [value] : textList(object, name);
}

/** A member that is one object or a list of objects, as in policies of IAM. */
export function oneOrMoreObjects(object: JsonObject, name: string): JsonObject[] {
  const value = memberValue(object, name);
  return Array.isArray(value) || value === undefined
    ? objectList(object, name)
    : [requiredObject(object, name)];
}

/** A member that holds an object as JSON text. */
export function parsedMember(object: JsonObject, name: string): JsonObject | undefined {
  const text = textMember(object, name);
  if (text === undefined) return undefined;
  const place = placeOf(object, name);
  try {
    return asObject(JSON.parse(text), place);
  } catch (error) {
    if (error instanceof SyntaxError) return refuseJson(place, "is not JSON");
    throw error;
  }
}

/** AWS writes most lists as `{ "Quantity": 1, "Items": [...] }`. */
export function objectItems(object: JsonObject, name: string): JsonObject[] {
  const list = objectMember(object, name);
  return list ? objectList(list, "Items") : [];
}

export function textItems(object: JsonObject, name: string): string[] {
  const list = objectMember(object, name);
  return list ? textList(list, "Items") : [];
}

function memberValue({ members }: JsonObject, name: string): unknown {
  return members[name] ?? undefined;
}

function placeOf({ index, path }: JsonPlace, name: string): JsonPlace {
  return { index, path: path === "" ? name : `${path}.${name}` };
}

/** A document in the list of the option. */
export function documentOption(index: number): string {
  return `documents[${index}]`;
}

function refuseJson({ index, path }: JsonPlace, problem: string): never {
  return fail(
    "ERR_OPTION_INVALID",
    documentOption(index),
    `${path === "" ? "" : `${path} `}${problem}; pass the whole output of the AWS CLI as it was printed`,
  );
}
