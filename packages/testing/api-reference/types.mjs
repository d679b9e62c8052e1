// Questions about the types of the API.
import { ReflectionKind } from "typedoc";

/** @import { DeclarationReflection, ProjectReflection, Reflection, SomeType } from "typedoc" */

/** Types that are a number of something, or may be one. */
const numberNames = ["Duration", "Instant"];

/**
 * Whether a value of this type is, or holds, a number with a unit.
 * @param {SomeType} type
 * @returns {boolean}
 */
export function mentionsNumber(type) {
  switch (type.type) {
    case "intrinsic":
      return type.name === "number";
    case "union":
    case "intersection":
      return type.types.some(mentionsNumber);
    case "array":
      return mentionsNumber(type.elementType);
    case "typeOperator":
      return mentionsNumber(type.target);
    case "reference":
      return numberNames.includes(type.name) || (type.typeArguments?.some(mentionsNumber) ?? false);
    default:
      return false;
  }
}

/** Types that describe an object of a platform. @type {readonly string[]} */
const platformShapes = [
  "AnyAbortSignal",
  "GrantResponse",
  "NodeKeyObject",
  "RequestToVerify",
  "WebCryptoKey",
];
/** @param {Reflection} reflection */
const isPlatformShape = ({ name }) => platformShapes.includes(name);

/**
 * The interfaces and types of values that the package makes, not its callers: what functions return, and what
 * that has in it.
 * @param {ProjectReflection} project
 * @returns {Set<Reflection>}
 */
export function returnedReflections(project) {
  const returned = /** @type {Set<Reflection>} */ (new Set());

  /** @param {Reflection | undefined} reflection */
  function addReflection(reflection) {
    if (!reflection?.isDeclaration() || returned.has(reflection) || isPlatformShape(reflection)) return;
    returned.add(reflection);
    addType(reflection.type);
    addMembers(reflection);
  }

  /** @param {DeclarationReflection} declaration */
  function addMembers({ children = [], signatures = [] }) {
    for (const { type } of signatures) addType(type);
    for (const child of children) {
      addType(child.type);
      addMembers(child);
    }
  }

  /** @param {SomeType | undefined} type */
  function addType(type) {
    switch (type?.type) {
      case "union":
      case "intersection":
        for (const one of type.types) addType(one);
        break;
      case "array":
        addType(type.elementType);
        break;
      case "typeOperator":
        addType(type.target);
        break;
      case "reference":
        addReflection(type.reflection);
        for (const one of type.typeArguments ?? []) addType(one);
        break;
      case "reflection":
        addMembers(type.declaration);
        break;
    }
  }

  for (const declaration of project.getReflectionsByKind(ReflectionKind.Function))
    if (declaration.isDeclaration()) addMembers(declaration);
  return returned;
}

/** The members of `CloudFrontSignErrorCode`. @param {ProjectReflection} project @returns {Set<string>} */
export function errorCodes(project) {
  const [union] = project
    .getReflectionsByKind(ReflectionKind.TypeAlias)
    .filter(({ name }) => name === "CloudFrontSignErrorCode");
  if (!union?.isDeclaration() || union.type?.type !== "union")
    throw new Error("CloudFrontSignErrorCode is not a union");
  return new Set(union.type.types.map((member) => (member.type === "literal" ? String(member.value) : "")));
}
