// The API of the libraries as TypeDoc reads it, and its pages in docs/api: one for each entry point.
import { join, relative } from "node:path";
import {
  Application,
  CommentTag,
  Converter,
  LiteralType,
  ReflectionKind,
  TSConfigReader,
  TypeScript as ts,
  UnionType,
} from "typedoc";
import { ModuleRouter } from "typedoc-plugin-markdown";
import { root } from "../folders.mjs";
import { libraryFiles } from "../library.mjs";

/**
 * What a page looks like.
 * @type {import("typedoc").TypeDocOptions & Partial<import("typedoc-plugin-markdown").PluginOptions>}
 */
const pageFormat = {
  router: "entry-point",
  hidePageHeader: true,
  hideBreadcrumbs: true,
  groupOrder: ["Functions", "Variables", "Classes", "Interfaces", "Type Aliases", "References"],
  sort: ["source-order"],
  sortEntryPoints: false,
  useCodeBlocks: true,
  expandParameters: true,
  indexFormat: "table",
  parametersFormat: "table",
  interfacePropertiesFormat: "table",
  classPropertiesFormat: "table",
  typeAliasPropertiesFormat: "table",
  propertyMembersFormat: "table",
  typeDeclarationFormat: "table",
  tableColumnSettings: { hideDefaults: true, hideInherited: true, hideModifiers: true, hideOverrides: true },
};

/** Import specifier to source file, without the entry points that are documented as without promise. */
const documented = Object.fromEntries(
  Object.entries(libraryFiles({})).filter(([specifier]) => !specifier.endsWith("/internals")),
);

/** The name of a page: `media-hls` for `cloudfront-sign-media/hls`. @param {string} specifier */
export const pageName = (specifier) => specifier.replace(/^cloudfront-sign-/, "").replaceAll("/", "-");

/** Names a page for its whole specifier: sub-paths of two packages may have one name. */
class EntryPointRouter extends ModuleRouter {
  /** @override @param {import("typedoc").Reflection} reflection */
  getIdealBaseName(reflection) {
    return reflection.name in documented ? pageName(reflection.name) : super.getIdealBaseName(reflection);
  }
}

/**
 * Reads entry points. The warnings are those of TypeDoc's own checks, such as a link that leads nowhere.
 * @param {{ files?: Record<string, string>, tsconfig?: string }} [source] import specifier to file: those of the
 * libraries, unless a test has others
 */
export async function readProject({
  files = documented,
  tsconfig = join(import.meta.dirname, "tsconfig.json"),
} = {}) {
  const app = await Application.bootstrapWithPlugins(
    {
      plugin: ["typedoc-plugin-markdown", (app) => useEntryPointNames(app, files)],
      name: "API reference",
      entryPoints: Object.values(files),
      // So that TypeDoc names a module for its package, too.
      displayBasePath: root,
      alwaysCreateEntryPointModule: true,
      tsconfig,
      readme: "none",
      // Another check compiles the source.
      skipErrorChecking: true,
      // Line numbers and commits would change with every edit.
      disableSources: true,
      disableGit: true,
      excludeExternals: true,
      excludePrivate: true,
      validation: { notExported: true, invalidLink: true, rewrittenLink: true, notDocumented: false },
      logLevel: "Warn",
      ...pageFormat,
    },
    [new TSConfigReader()],
  );
  const project = await app.convert();
  if (project === undefined) throw new Error("TypeDoc could not read the source");
  app.validate(project);
  return { app, project };
}

/** What TypeDoc calls the module of a file. @param {string} file */
const moduleName = (file) =>
  relative(root, file)
    .replaceAll("\\", "/")
    .replace(/(\/index)?\.ts$/, "");

/** @param {Application} app @param {Record<string, string>} files */
function useEntryPointNames(app, files) {
  const specifiers = new Map(Object.entries(files).map(([specifier, file]) => [moduleName(file), specifier]));
  app.renderer.defineRouter("entry-point", EntryPointRouter);
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, (context) => {
    for (const alias of context.project.getReflectionsByKind(ReflectionKind.TypeAlias))
      showMembers(context, /** @type {import("typedoc").DeclarationReflection} */ (alias));
  });
  app.converter.on(Converter.EVENT_RESOLVE_END, ({ project }) => {
    for (const module of project.getReflectionsByKind(ReflectionKind.Module))
      module.name = specifiers.get(module.name) ?? module.name;
    for (const { comment } of Object.values(project.reflections)) if (comment) joinThrows(comment);
  });
}

/**
 * A union of unions of other files that are not exported is shown as their members: TypeDoc reads no `@inline` there.
 * @param {import("typedoc").Context} context @param {import("typedoc").DeclarationReflection} reflection
 */
function showMembers(context, reflection) {
  const [declaration] = context.getSymbolFromReflection(reflection)?.declarations ?? [];
  if (declaration === undefined || !ts.isTypeAliasDeclaration(declaration)) return;
  const { type } = declaration;
  if (!ts.isUnionTypeNode(type) || !type.types.every(ts.isTypeReferenceNode)) return;
  const checker = /** @type {import("typescript").Program} */ (context.programs[0]).getTypeChecker();
  const members = type.types.flatMap((node) => {
    const member = checker.getTypeFromTypeNode(node);
    return (member.isUnion() ? member.types : [member]).flatMap((one) =>
      one.isStringLiteral() ? one.value : [],
    );
  });
  if (members.length > 0) reflection.type = new UnionType(members.map((value) => new LiteralType(value)));
}

/** Several `@throws` become one list, under one heading. @param {import("typedoc").Comment} comment */
function joinThrows(comment) {
  const all = comment.getTags("@throws");
  const [first] = all;
  if (first === undefined || all.length === 1) return;
  const items = all.flatMap(({ content }) => [
    { kind: /** @type {const} */ ("text"), text: "\n- " },
    ...content,
  ]);
  comment.blockTags.splice(comment.blockTags.indexOf(first), 0, new CommentTag("@throws", items));
  comment.blockTags = comment.blockTags.filter((tag) => !all.includes(tag));
}
