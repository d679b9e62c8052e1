// What the docstring of an export has to say, beyond what TypeDoc checks itself: a summary, parameters, result,
// errors and an example; a unit wherever a number goes in or comes out; and no error code that does not exist.
import { ReflectionKind } from "typedoc";
import { mentionsNumber, returnedReflections } from "./types.mjs";

/** @import { Comment, DeclarationReflection, ProjectReflection, SignatureReflection, SomeType } from "typedoc" */

const unit = /\b(?:milliseconds|seconds|bytes|bits|characters|number of|HTTP status)\b/i;

/**
 * @param {ProjectReflection} project
 * @param {ReadonlySet<string>} codes every error code of the package
 * @returns {string[]} a line for each problem
 */
export function findProblems(project, codes) {
  const problems = /** @type {string[]} */ ([]);
  const returned = returnedReflections(project);

  /** @param {{ getFullName(): string }} reflection @param {string} problem */
  const report = (reflection, problem) => problems.push(`${reflection.getFullName()}: ${problem}`);

  /** @param {DeclarationReflection} declaration */
  function checkExport(declaration) {
    if (declaration.isReference()) return;
    if (declaration.kindOf(ReflectionKind.Function)) {
      for (const signature of declaration.signatures ?? []) {
        checkCall(signature);
        if (!signature.comment?.getTag("@example")) report(signature, "has no @example");
      }
      return;
    }
    checkMember(declaration);
    const hasMethods = declaration.children?.some((child) => child.kindOf(ReflectionKind.Method)) ?? false;
    const isValue = declaration.kindOf(ReflectionKind.Class | ReflectionKind.Variable);
    const isUsed = isValue || (hasMethods && returned.has(declaration));
    if (isUsed && !hasExample(declaration))
      report(declaration, "has no @example, nor has any of its methods");
  }

  /** @param {DeclarationReflection} declaration */
  function checkMember(declaration) {
    const { comment, signatures, type } = declaration;
    if (declaration.inheritedFrom || isExcluded(type)) return;
    if (signatures) {
      for (const signature of signatures) {
        const owner = declaration.parent;
        if (owner && (owner.kindOf(ReflectionKind.Class) || returned.has(owner))) checkCall(signature);
        else if (!hasSummary(signature.comment)) report(signature, "has no summary");
      }
    } else if (!hasSummary(comment)) report(declaration, "has no summary");
    if (type && !declaration.kindOf(ReflectionKind.TypeAlias)) checkUnit(declaration, type, comment);
    for (const child of declaration.children ?? []) checkMember(child);
    if (declaration.kindOf(ReflectionKind.TypeAlias)) for (const child of membersOf(type)) checkMember(child);
  }

  /** @param {SignatureReflection} signature */
  function checkCall(signature) {
    const { comment, parameters = [], type } = signature;
    if (!hasSummary(comment)) return report(signature, "has no summary");
    for (const parameter of parameters) {
      if (!hasSummary(parameter.comment)) report(parameter, "has no @param");
      else if (parameter.type) checkUnit(parameter, parameter.type, parameter.comment);
    }
    if (signature.kindOf(ReflectionKind.ConstructorSignature)) return;
    const returns = comment?.getTag("@returns");
    if (!returns && !["void", "Promise<void>"].includes(String(type))) report(signature, "has no @returns");
    if (returns && type && mentionsNumber(type) && !unit.test(textOf(returns.content)))
      report(signature, "does not say in @returns what the number counts");
    const errors = comment?.getTags("@throws") ?? [];
    const saysErrors = errors.some(({ content }) => textOf(content).includes("`ERR_"));
    if (!saysErrors && !textOf(comment?.summary ?? []).includes("Never throws"))
      report(signature, 'has no @throws with an error code, and does not say "Never throws"');
  }

  /** @param {{ getFullName(): string }} reflection @param {SomeType} type @param {Comment | undefined} comment */
  function checkUnit(reflection, type, comment) {
    if (mentionsNumber(type) && comment && !unit.test(textOf(comment.summary)))
      report(reflection, "does not say what its number counts");
  }

  for (const module of project.children ?? []) {
    if (!hasSummary(module.comment)) report(module, "has no summary");
    for (const declaration of module.children ?? []) checkExport(declaration);
  }
  for (const reflection of Object.values(project.reflections)) {
    const { comment } = reflection;
    if (!comment) continue;
    const text = [comment.summary, ...comment.blockTags.map(({ content }) => content)].map(textOf).join("\n");
    for (const [code] of text.matchAll(/\bERR_\w*/g))
      if (!codes.has(code)) report(reflection, `names ${code}, which is not an error code`);
  }
  return problems;
}

/** @param {import("typedoc").CommentDisplayPart[]} parts */
const textOf = (parts) => parts.map(({ text }) => text).join("");

/** @param {Comment | undefined} comment */
const hasSummary = (comment) => comment !== undefined && textOf(comment.summary).trim() !== "";

/** @param {DeclarationReflection} declaration */
function hasExample(declaration) {
  const methods = declaration.children?.flatMap(({ signatures = [] }) => signatures) ?? [];
  return [declaration, ...methods].some(({ comment }) => comment?.getTag("@example") !== undefined);
}

/** Whether a member is there only so that nobody passes it: `resource?: never`. @param {SomeType | undefined} type */
const isExcluded = (type) =>
  type?.type === "intrinsic" && (type.name === "never" || type.name === "undefined");

/**
 * The members of an object type, in a union or an intersection too.
 * @param {SomeType | undefined} type
 * @returns {DeclarationReflection[]}
 */
function membersOf(type) {
  if (type?.type === "union" || type?.type === "intersection") return type.types.flatMap(membersOf);
  return type?.type === "reflection" ? (type.declaration.children ?? []) : [];
}
