import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import ts from "typescript";

/** The source files of the packages, and what they import. The packages have the names of their folders here. */

export type PackageName = "core" | "media" | "diagnosis" | "command" | "conformance";

const folderOfPackages = join(import.meta.dirname, "../../..");

/** An import or a re-export. */
export interface Import {
  readonly specifier: string;
  /** The names that it takes from there; all if undefined. */
  readonly names: readonly string[] | undefined;
}

export interface Source {
  /** Path below src, with forward slashes. */
  readonly file: string;
  readonly imports: readonly Import[];
  readonly tree: ts.SourceFile;
}

/** The src of a package. */
export class SourceFolder {
  readonly src: string;
  readonly sources: ReadonlyMap<string, Source>;
  /** Of files in other languages, which the programs import as text. */
  readonly templates: readonly string[];
  /** The name by which other packages import it. */
  readonly npmName: string;
  /** The packages that it needs to run, or to be built. */
  readonly needs: readonly string[];
  /** Its entry points, for a library: sub-path to file. */
  readonly entryPoints: Readonly<Record<string, string>>;

  constructor(name: PackageName) {
    const root = join(folderOfPackages, name);
    this.src = join(root, "src");
    const files = readdirSync(this.src, { recursive: true, encoding: "utf8" }).map((file) =>
      file.replaceAll("\\", "/"),
    );
    // A template is text for this program, whatever its language.
    const isTemplate = (file: string): boolean => /(^|\/)templates\/[^/]+$/.test(file);
    this.templates = files.filter(isTemplate);
    this.sources = new Map(
      files
        .filter((file) => file.endsWith(".ts") && !isTemplate(file))
        .map((file) => [file, readSource(file, readFileSync(join(this.src, file), "utf8"))]),
    );
    const json = (name: string) => JSON.parse(readFileSync(join(root, name), "utf8"));
    const { name: npmName, dependencies, devDependencies } = json("package.json");
    this.npmName = npmName;
    this.needs = Object.keys({ ...dependencies, ...devDependencies });
    const exports: Record<string, string> = existsSync(join(root, "jsr.json"))
      ? json("jsr.json").exports
      : {};
    this.entryPoints = Object.fromEntries(
      Object.entries(exports).map(([subPath, file]) => [subPath, file.replace("./src/", "")]),
    );
  }

  /** The files that a file imports by their paths. */
  importedFiles(file: string): string[] {
    const imports = this.sources.get(file)?.imports ?? [];
    return imports
      .filter(({ specifier }) => specifier.startsWith("."))
      .map(({ specifier }) => resolved(file, specifier));
  }

  /** The names that a file exports from other files, with the files that it takes them from. */
  exportedFrom(file: string): Map<string, string> {
    const found = new Map<string, string>();
    for (const statement of this.sources.get(file)?.tree.statements ?? []) {
      if (!ts.isExportDeclaration(statement) || !statement.exportClause || !statement.moduleSpecifier)
        continue;
      const from = resolved(file, (statement.moduleSpecifier as ts.StringLiteral).text);
      const { exportClause } = statement;
      const exported = ts.isNamedExports(exportClause) ? exportClause.elements : [exportClause];
      for (const { name } of exported) found.set(name.text, from);
    }
    return found;
  }
}

const folders = {
  core: new SourceFolder("core"),
  media: new SourceFolder("media"),
  diagnosis: new SourceFolder("diagnosis"),
  command: new SourceFolder("command"),
  conformance: new SourceFolder("conformance"),
} satisfies Record<PackageName, SourceFolder>;

export const sourceFolders: Readonly<Record<PackageName, SourceFolder>> = folders;
export const packageNames = Object.keys(folders) as PackageName[];

/** The file behind the name by which another package imports it. */
export function behind(specifier: string): { readonly name: PackageName; readonly file: string } | undefined {
  for (const name of packageNames) {
    const { npmName, entryPoints, sources } = folders[name];
    if (specifier !== npmName && !specifier.startsWith(`${npmName}/`)) continue;
    const subPath = specifier.slice(npmName.length);
    // A program has no entry points: conformance bundles the source of the command.
    const file = Object.keys(entryPoints).length > 0 ? entryPoints[`.${subPath}`] : subPath.slice(1);
    if (file !== undefined && sources.has(file)) return { name, file };
  }
  return undefined;
}

export const resolved = (from: string, specifier: string): string => posix.join(dirname(from), specifier);

function readSource(file: string, text: string): Source {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
  const imports: Import[] = [];
  const visit = (node: ts.Node): void => {
    if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier)
      imports.push({
        specifier: (node.moduleSpecifier as ts.StringLiteral).text,
        names: namesOf(ts.isImportDeclaration(node) ? node.importClause?.namedBindings : node.exportClause),
      });
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      imports.push({ specifier: (node.arguments[0] as ts.StringLiteral).text, names: undefined });
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return { file, imports, tree };
}

function namesOf(
  bindings: ts.NamedImportBindings | ts.NamedExportBindings | undefined,
): string[] | undefined {
  if (!bindings || !("elements" in bindings)) return undefined;
  return bindings.elements.map(({ name, propertyName }) => (propertyName ?? name).text);
}
