// What a page says before its sections: links to everything that its entry point exports.
import { ReflectionKind } from "typedoc";

/** @import { CommentDisplayPart, DeclarationReflection, ProjectReflection } from "typedoc" */

/**
 * Lists the exports behind the summary of each entry point. What another page describes comes last: its own
 * section would hold no more than a link.
 * @param {ProjectReflection} project
 */
export function addContents(project) {
  for (const module of project.children ?? []) {
    const exported = module.children ?? [];
    const described = exported.filter((one) => !one.isReference());
    const isType = (/** @type {DeclarationReflection} */ one) =>
      one.kindOf(ReflectionKind.Interface | ReflectionKind.TypeAlias);
    const parts = [
      ...list(
        "Values",
        described.filter((one) => !isType(one)),
      ),
      ...list("Types", described.filter(isType)),
      ...list(
        "On other pages",
        exported.filter((one) => one.isReference()),
      ),
    ];
    module.comment?.summary.push(...parts);
    if (module.groups) module.groups = module.groups.filter(({ title }) => title !== "References");
  }
}

/**
 * A paragraph of links.
 * @param {string} title
 * @param {DeclarationReflection[]} reflections
 * @returns {CommentDisplayPart[]}
 */
function list(title, reflections) {
  const links = reflections.flatMap((reflection, i) => [
    textPart(i === 0 ? " " : " · "),
    {
      kind: /** @type {const} */ ("inline-tag"),
      tag: /** @type {const} */ ("@linkcode"),
      target: reflection.isReference() ? reflection.getTargetReflectionDeep() : reflection,
      text: reflection.name,
    },
  ]);
  return links.length === 0 ? [] : [textPart(`\n\n**${title}:**`), ...links];
}

/** @param {string} text @returns {CommentDisplayPart} */
const textPart = (text) => ({ kind: "text", text });
