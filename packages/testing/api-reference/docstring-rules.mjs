// What the docstring of an export has to say, beyond what TypeDoc and `deno doc --lint` check (a summary of everything): a
// function its parameters, its result, its errors and an example; and no error code that does not exist.
import { ReflectionKind } from "typedoc";

/** @import { Comment, ProjectReflection } from "typedoc" */

/**
 * @param {ProjectReflection} project
 * @returns {string[]} a line for each problem
 */
export function findProblems(project) {
  const problems = /** @type {string[]} */ ([]);
  const codes = errorCodes(project);
  const exported = (project.children ?? []).flatMap(({ children = [] }) => children);
  const functions = exported.filter((one) => !one.isReference() && one.kindOf(ReflectionKind.Function));
  for (const signature of functions.flatMap(({ signatures = [] }) => signatures)) {
    const { comment, parameters = [], type } = signature;
    /** @param {boolean} isSaid @param {string} what */
    const needs = (isSaid, what) => {
      if (!isSaid) problems.push(`${signature.getFullName()}: has no ${what}`);
    };
    for (const { name, comment: about } of parameters) needs(textOf(about) !== "", `@param ${name}`);
    const isVoid = ["void", "Promise<void>"].includes(String(type));
    needs(isVoid || comment?.getTag("@returns") !== undefined, "@returns");
    needs(comment?.getTag("@example") !== undefined, "@example");
    const errors = comment?.getTags("@throws") ?? [];
    const isHarmless = textOf(comment).includes("Never throws");
    needs(
      isHarmless || errors.some(({ content }) => content.some(({ text }) => text.includes("`ERR_"))),
      '@throws with an error code, and does not say "Never throws"',
    );
  }
  for (const reflection of Object.values(project.reflections))
    for (const [code] of textOf(reflection.comment).matchAll(/\bERR_\w*/g))
      if (!codes.has(code))
        problems.push(`${reflection.getFullName()}: names ${code}, which is not an error code`);
  return problems;
}

/** All that a comment says. @param {Comment | undefined} comment */
const textOf = (comment) =>
  [comment?.summary ?? [], ...(comment?.blockTags ?? []).map(({ content }) => content)]
    .flatMap((parts) => parts.map(({ text }) => text))
    .join("")
    .trim();

/** The members of `CloudFrontSignErrorCode`. @param {ProjectReflection} project @returns {Set<string>} */
function errorCodes(project) {
  const [union] = project
    .getReflectionsByKind(ReflectionKind.TypeAlias)
    .filter(({ name }) => name === "CloudFrontSignErrorCode");
  const members = union?.isDeclaration() && union.type?.type === "union" ? union.type.types : [];
  return new Set(members.map((member) => (member.type === "literal" ? String(member.value) : "")));
}
