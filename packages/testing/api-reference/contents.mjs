// What a page says before its sections: links to everything that its entry point exports; on the first page, to every
// function, class and method by name.
import { Comment, ReflectionKind } from "typedoc";

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

const namesHeading = "## Functions, classes and methods by name\n";

/** The first page with the entry points before the names: TypeDoc puts a comment first. @param {string} page */
export function namesLast(page) {
  const [, title = "", names = "", modules = ""] =
    /^(# .+\n\n)(## Functions[\s\S]*?\n)\n(## Modules[\s\S]*)$/.exec(page) ?? [];
  return `${title}${modules}\n${names}`;
}

/**
 * Lists the functions and classes of all entry points, and the methods of what they return, by name on the first page.
 * @param {ProjectReflection} project
 */
export function addNames(project) {
  const exported = (project.children ?? []).flatMap(({ name, children = [] }) =>
    children.filter((one) => !one.isReference()).map((one) => ({ one, specifier: name })),
  );
  const callable = exported.filter(({ one }) => one.kindOf(ReflectionKind.Function | ReflectionKind.Class));
  const first = returnedBy(callable.map(({ one }) => one));
  const later = returnedBy(exported.flatMap(({ one }) => (first.has(one.name) ? (one.children ?? []) : [])));
  const rows = [
    ...callable.map((row) => ({ ...row, of: "" })),
    ...exported
      .filter(({ one }) => first.has(one.name) || later.has(one.name))
      .flatMap(({ one, specifier }) =>
        (one.children ?? [])
          .filter(({ signatures }) => signatures !== undefined)
          .map((method) => ({ one: method, specifier, of: one.name })),
      ),
  ].sort((row, other) => row.one.name.localeCompare(other.one.name, "en"));
  const parts = rows.flatMap(({ one, specifier, of }) => [
    textPart("\n| "),
    link(one),
    textPart(` | ${of && `method of \`${of}\``} | \`${specifier}\` |`),
  ]);
  project.comment = new Comment([
    textPart(`${namesHeading}\n| name | | import from |\n|---|---|---|`),
    ...parts,
  ]);
}

/** The names in the types that functions return. @param {DeclarationReflection[]} functions */
const returnedBy = (functions) =>
  new Set(
    functions.flatMap(({ signatures = [] }) =>
      signatures.flatMap(({ type }) => String(type).match(/\w+/g) ?? []),
    ),
  );

/**
 * A paragraph of links.
 * @param {string} title
 * @param {DeclarationReflection[]} reflections
 * @returns {CommentDisplayPart[]}
 */
function list(title, reflections) {
  const links = reflections.flatMap((reflection, i) => [textPart(i === 0 ? " " : " · "), link(reflection)]);
  return links.length === 0 ? [] : [textPart(`\n\n**${title}:**`), ...links];
}

/** @param {DeclarationReflection} reflection @returns {CommentDisplayPart} */
const link = (reflection) => ({
  kind: "inline-tag",
  tag: "@linkcode",
  target: reflection.isReference() ? reflection.getTargetReflectionDeep() : reflection,
  text: reflection.name,
});

/** @param {string} text @returns {CommentDisplayPart} */
const textPart = (text) => ({ kind: "text", text });
