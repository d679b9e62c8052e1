// What stands at the top of a page: links to everything that its entry point exports.
import { ReflectionKind } from "typedoc";

/**
 * Lists what is exported here, and last what another page describes.
 * @this {never}
 * @param {import("typedoc-plugin-markdown").MarkdownThemeContext} context
 */
export function listExports(context) {
  const module = context.page.model;
  if (!module.isDeclaration() || !module.kindOf(ReflectionKind.Module)) return "";
  const exported = module.children ?? [];
  /** @param {(reflection: import("typedoc").DeclarationReflection) => boolean} isListed */
  const links = (isListed) =>
    exported
      .filter(isListed)
      .map((reflection) => {
        const target = reflection.isReference() ? reflection.getTargetReflectionDeep() : reflection;
        return `[\`${reflection.name}\`](${context.urlTo(target)})`;
      })
      .join(" · ");
  const rows = [
    ["Functions", links((one) => one.kindOf(ReflectionKind.Function))],
    ["Classes", links((one) => one.kindOf(ReflectionKind.Class))],
    ["Types", links((one) => one.kindOf(ReflectionKind.Interface | ReflectionKind.TypeAlias))],
    ["Also exported", links((one) => one.isReference())],
  ];
  // The list has what this group would repeat.
  if (module.groups) module.groups = module.groups.filter(({ title }) => title !== "References");
  return rows
    .filter(([, list]) => list)
    .map(([title, list]) => `**${title}:** ${list}`)
    .join("\n\n");
}
