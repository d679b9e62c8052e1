import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import {
  behind,
  type Import,
  type PackageName,
  packageNames,
  resolved,
  type Source,
  sourceFolders,
} from "./support/source-graph.ts";

/**
 * Rooms from the bottom up: folders, or files with their ending. Each may import those in the rows before it and
 * itself. Rooms in one row are siblings and never import each other.
 */
type Layers = readonly (readonly string[])[];

/** The files of a folder that no row of its layers names. */
const otherFiles = "*";
/** The folder src itself. */
const src = "";

interface Package {
  readonly imports: readonly PackageName[];
  /** It runs in Node.js and has text files. Nobody imports it, so it may do something at import. */
  readonly isProgram?: true;
  /** Packages of others, which the build puts into the program. */
  readonly loads?: readonly string[];
  /** The layers of src, and of each folder in it that has folders. */
  readonly rooms: Readonly<Record<string, Layers>>;
}

const packages: Readonly<Record<PackageName, Package>> = {
  core: {
    imports: [],
    rooms: {
      [src]: [
        ["errors.ts", "limits.ts"],
        ["cache", "encoding"],
        ["options"],
        ["key", "policy", "url"],
        ["cookie"],
        ["sign", "verify"],
        ["remote", "server", "node", "check-key-pair.ts", "aws-sdk.ts", "aws-cloudfront-sign.ts"],
        // The entry points.
        [otherFiles],
      ],
    },
  },
  media: {
    imports: ["core"],
    rooms: {
      [src]: [["manifest", "client"], ["server"], [otherFiles]],
      manifest: [[otherFiles], ["hls", "dash"]],
      client: [[otherFiles], ["players"]],
    },
  },
  diagnosis: {
    imports: ["core"],
    rooms: {
      [src]: [
        // What findings are, how they are ranked and put into words.
        ["findings", "secrets"],
        // A request with its answer: as it was given, and what its values were meant to be.
        ["request"],
        // Pasted text; what was signed and what is requested, side by side; the search for the text that was signed.
        ["paste", "differences"],
        ["signature"],
        // Everything about each finding of explain.
        ["checks"],
        ["explain", "doctor"],
        ["logs"],
        [otherFiles],
      ],
      checks: [
        // What an entry has.
        ["check.ts"],
        // Topics, which know nothing of each other.
        ["answer", "cookies", "parameters", "signature", "conditions", "undecided"],
        // The entries of all topics.
        [otherFiles],
      ],
      // What the documents say, the findings of each topic, and these in words.
      doctor: [[otherFiles], ["checks"], ["findings.ts"], ["diagnose.ts"]],
    },
  },
  command: {
    imports: ["core", "media", "diagnosis"],
    isProgram: true,
    // Reads Parquet and YAML, and knows types of files and widths of characters.
    loads: [
      "get-east-asian-width",
      "hyparquet",
      "hyparquet/src/column.js",
      "hyparquet/src/convert.js",
      "hyparquet/src/schema.js",
      "mrmime",
      "yaml",
    ],
    rooms: {
      [src]: [
        [otherFiles],
        ["output"],
        ["arguments"],
        ["requests"],
        ["keys"],
        // Files of other languages, and how values get into them.
        ["foreign"],
        ["commands"],
        ["commands.ts"],
        ["run-command.ts"],
        ["run-program.ts"],
        ["main.ts"],
      ],
      arguments: [["private-key"], [otherFiles]],
      commands: [
        [
          "completion",
          "cookies",
          "doctor",
          "explain",
          "inspect",
          "keygen",
          "revocation",
          "rotate",
          "serve",
          "sign",
          "verify",
        ],
      ],
      // What explain does with whole logs, and its flags.
      "commands/explain": [["log"], [otherFiles]],
    },
  },
  conformance: {
    imports: ["core", "command"],
    isProgram: true,
    rooms: {
      [src]: [
        [otherFiles],
        ["questions", "stack"],
        ["ask-questions.ts"],
        ["ask-stack.ts"],
        ["conformance.ts"],
        ["main.ts"],
      ],
    },
  },
};

/** The door to what the other packages of this repository need, and users do not. */
const internals = "./internals";
/**
 * The number of names in each of these doors. It may only fall: a package that needs one more is cut in the wrong
 * place.
 */
const namesInInternals: Partial<Record<PackageName, number>> = { core: 41, diagnosis: 11 };

/** Whether the layers of src, and those inside a folder, let a file import another of its package. */
const allowed = (name: PackageName, from: string, to: string): boolean =>
  Object.entries(packages[name].rooms).every(([folder, inside]) => allowedInside(folder, inside, from, to));

function allowedInside(folder: string, inside: Layers, from: string, to: string): boolean {
  if (!isIn(folder, from) || !isIn(folder, to)) return true;
  const [room, imported] = [roomOf(folder, inside, from), roomOf(folder, inside, to)];
  return room === imported || rowOf(inside, imported) < rowOf(inside, room);
}

const isIn = (folder: string, file: string): boolean => folder === src || file.startsWith(`${folder}/`);
const rowOf = (inside: Layers, room: string): number => inside.findIndex((row) => row.includes(room));

/** The room of a file in a folder: a folder or a file of its layers, or what they say of all other files. */
function roomOf(folder: string, inside: Layers, file: string): string {
  const [name = "", deeper] = (folder === src ? file : file.slice(folder.length + 1)).split("/");
  return deeper !== undefined || rowOf(inside, name) >= 0 ? name : otherFiles;
}

const isNodeModule = (name: PackageName, specifier: string): boolean =>
  packages[name].isProgram === true && specifier.startsWith("node:");

/** Only a program has text files: JSR and Deno have no import for them. */
const isTextFile = (name: PackageName, from: string, specifier: string): boolean =>
  packages[name].isProgram === true &&
  specifier.endsWith("?raw") &&
  sourceFolders[name].templates.includes(resolved(from, specifier.replace("?raw", "")));

/** Whether a file of a package may have this import, whatever the layers say. */
function isKnown(name: PackageName, from: string, specifier: string): boolean {
  if (packages[name].loads?.includes(specifier)) return true;
  if (specifier.startsWith("."))
    return sourceFolders[name].sources.has(resolved(from, specifier)) || isTextFile(name, from, specifier);
  const door = behind(specifier);
  return door ? packages[name].imports.includes(door.name) : isNodeModule(name, specifier);
}

const sourcesOf = (name: PackageName): Source[] => [...sourceFolders[name].sources.values()];

/** The imports of a package with the files that have them. */
const importsOf = (name: PackageName): { readonly file: string; readonly taken: Import }[] =>
  sourcesOf(name).flatMap(({ file, imports }) => imports.map((taken) => ({ file, taken })));

describe.each(packageNames)("the import graph of packages/%s/src", (name) => {
  const folder = sourceFolders[name];
  const files = [...folder.sources.keys()];
  const { rooms, imports: arrows } = packages[name];

  it("assigns a layer to every room, and names no room that is gone", () => {
    const directories = [
      ...new Set(
        files.flatMap((file) =>
          file
            .split("/")
            .slice(0, -1)
            .map((_, i, all) => all.slice(0, i + 1).join("/")),
        ),
      ),
    ];
    const parents = directories.map((directory) => directory.split("/").slice(0, -1).join("/"));
    expect(new Set([src, ...parents])).toEqual(new Set(Object.keys(rooms)));
    for (const [parent, inside] of Object.entries(rooms)) {
      const found = files.filter((file) => isIn(parent, file)).map((file) => roomOf(parent, inside, file));
      expect(new Set(found)).toEqual(new Set(inside.flat()));
    }
  });

  it("imports its own files by their paths, and other packages by the names of their doors", () => {
    const wrong = importsOf(name).filter(({ file, taken }) => !isKnown(name, file, taken.specifier));
    expect(wrong.map(({ file, taken }) => `${file} -> ${taken.specifier}`)).toEqual([]);
  });

  it("needs in its package.json the packages that it imports", () => {
    const imported = importsOf(name).flatMap(({ taken }) => behind(taken.specifier)?.name ?? []);
    const needs = arrows.filter((arrow) => folder.needs.includes(sourceFolders[arrow].npmName));
    expect(new Set(needs)).toEqual(new Set(imported));
  });

  it("imports every template", () => {
    const texts = importsOf(name).filter(({ file, taken }) => isTextFile(name, file, taken.specifier));
    expect(
      texts.map(({ file, taken }) => resolved(file, taken.specifier.replace("?raw", ""))).sort(),
    ).toEqual([...folder.templates].sort());
  });

  it("has no import of a higher layer or of a sibling", () => {
    const wrong = files.flatMap((from) =>
      folder
        .importedFiles(from)
        .filter((to) => !allowed(name, from, to))
        .map((to) => `${from} -> ${to}`),
    );
    expect(wrong).toEqual([]);
  });

  it("has no cycle", () => {
    const finished = new Set<string>();
    const walk = (file: string, path: readonly string[]): void => {
      if (path.includes(file)) throw new Error(`a cycle: ${[...path, file].join(" -> ")}`);
      if (finished.has(file) || !folder.sources.has(file)) return;
      for (const imported of folder.importedFiles(file)) walk(imported, [...path, file]);
      finished.add(file);
    };
    for (const file of files) walk(file, []);
    expect(finished.size).toBe(files.length);
  });

  it("has no literal with classes of Unicode properties, which V8 expands whenever it loads the file", () => {
    const users = sourcesOf(name).flatMap(({ file, tree }) => {
      const found: string[] = [];
      const visit = (node: ts.Node): void => {
        if (ts.isRegularExpressionLiteral(node) && /\\[pP]\{/.test(node.text))
          found.push(`${file}: ${node.text}`);
        ts.forEachChild(node, visit);
      };
      visit(tree);
      return found;
    });
    expect(users).toEqual([]);
  });
});

describe.each(packageNames.filter((name) => !packages[name].isProgram))(
  "the library in packages/%s/src",
  (name) => {
    const sources = sourcesOf(name);

    it.each(["Buffer", "process", "require", "__dirname", "global", "setImmediate"])(
      "uses no global %s",
      (global) => {
        const users = sources.filter(({ tree }) => {
          let found = false;
          const visit = (node: ts.Node): void => {
            if (
              ts.isIdentifier(node) &&
              node.text === global &&
              !(ts.isPropertyAccessExpression(node.parent) && node.parent.name === node)
            )
              found = true;
            ts.forEachChild(node, visit);
          };
          visit(tree);
          return found;
        });
        expect(users.map(({ file }) => file)).toEqual([]);
      },
    );

    it("does nothing at import: the top level only declares", () => {
      const isPlain = (node: ts.Expression | undefined): boolean => {
        if (
          !node ||
          ts.isLiteralExpression(node) ||
          /^(true|false)$/.test(node.getText()) ||
          ts.isArrowFunction(node) ||
          ts.isIdentifier(node)
        )
          return true;
        if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) return isPlain(node.expression);
        if (ts.isArrayLiteralExpression(node))
          return node.elements.every((element) =>
            isPlain(ts.isSpreadElement(element) ? element.expression : element),
          );
        if (ts.isObjectLiteralExpression(node))
          return node.properties.every(
            (property) => !ts.isPropertyAssignment(property) || isPlain(property.initializer),
          );
        return false;
      };
      const wrong = sources.flatMap(({ file, tree }) =>
        tree.statements
          .filter((statement) => {
            if (ts.isVariableStatement(statement))
              return !statement.declarationList.declarations.every(({ initializer }) => isPlain(initializer));
            return !(
              ts.isImportDeclaration(statement) ||
              ts.isExportDeclaration(statement) ||
              ts.isInterfaceDeclaration(statement) ||
              ts.isTypeAliasDeclaration(statement) ||
              ts.isFunctionDeclaration(statement) ||
              ts.isClassDeclaration(statement)
            );
          })
          .map((statement) => `${file}: ${statement.getText().slice(0, 60)}`),
      );
      expect(wrong).toEqual([]);
    });
  },
);

describe.each(Object.entries(namesInInternals) as [PackageName, number][])(
  "the internals of %s",
  (name, limit) => {
    const specifier = `${sourceFolders[name].npmName}${internals.slice(1)}`;
    const door = sourceFolders[name].entryPoints[internals] ?? "";
    const exported = [...sourceFolders[name].exportedFrom(door).keys()];

    it("are exported one by one from their rooms", () => {
      const { statements } = sourceFolders[name].sources.get(door)?.tree ?? {};
      expect(
        statements?.filter(
          (one) => !ts.isExportDeclaration(one) || !one.exportClause || !one.moduleSpecifier,
        ),
      ).toEqual([]);
    });

    it("have no more names than before", () => {
      expect(exported.length).toBeGreaterThan(0);
      expect(exported.length).toBeLessThanOrEqual(limit);
    });

    it("have only names that another package imports, each by its name", () => {
      const imports = packageNames.flatMap(importsOf).filter(({ taken }) => taken.specifier === specifier);
      expect(imports.filter(({ taken }) => taken.names === undefined)).toEqual([]);
      const imported = new Set(imports.flatMap(({ taken }) => taken.names ?? []));
      expect(exported.filter((one) => !imported.has(one))).toEqual([]);
    });
  },
);

it("the tests of the core import no other package of these", () => {
  const tests = join(import.meta.dirname, "../../core/test");
  // With the types of the entries, links are not followed: those of node_modules lead to all packages.
  const others = readdirSync(tests, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .filter((file) => /from "cloudfront-sign-(?!webcrypto)/.test(readFileSync(file, "utf8")));
  expect(others).toEqual([]);
});

it("only these packages have internals", () => {
  const having = packageNames.filter((name) => internals in sourceFolders[name].entryPoints);
  expect(having).toEqual(Object.keys(namesInInternals));
});

it("has no private-key code in what verifies, explains and serves", () => {
  const reached = new Set<string>();
  const walk = (name: PackageName, file: string): void => {
    if (reached.has(`${name}/${file}`)) return;
    reached.add(`${name}/${file}`);
    for (const { specifier, names } of sourceFolders[name].sources.get(file)?.imports ?? []) {
      if (specifier.startsWith(".")) walk(name, resolved(file, specifier));
      const door = behind(specifier);
      if (!door) continue;
      // A door leads to many rooms: a bundler takes those of the names.
      const files = sourceFolders[door.name].exportedFrom(door.file);
      for (const one of names ?? files.keys()) walk(door.name, files.get(one) ?? door.file);
    }
  };
  walk("core", "verify.ts");
  walk("diagnosis", "index.ts");
  walk("media", "server.ts");
  for (const file of [
    "core/key/public-key.ts",
    "diagnosis/explain/explain.ts",
    "media/server/grant-handler.ts",
  ])
    expect(reached).toContain(file);
  expect(
    [...reached].filter((file) =>
      /private-|pbes2|signing-key|import-key|remote-signer|sign\/signer|sign-policy/.test(file),
    ),
  ).toEqual([]);
});

describe("the rules", () => {
  it("refuse an import of a higher layer or of a sibling", () => {
    expect(allowed("core", "errors.ts", "options/clock.ts")).toBe(false);
    expect(allowed("core", "url/wire-form.ts", "sign/policy-terms.ts")).toBe(false);
    expect(allowed("core", "sign/policy-terms.ts", "url/wire-form.ts")).toBe(true);
    expect(allowed("core", "sign/policy-terms.ts", "verify.ts")).toBe(false);
    expect(allowed("diagnosis", "checks/cookies/a.ts", "checks/conditions/b.ts")).toBe(false);
    expect(allowed("diagnosis", "checks/cookies/a.ts", "checks/entries.ts")).toBe(false);
    expect(allowed("diagnosis", "checks/entries.ts", "checks/cookies/a.ts")).toBe(true);
  });

  it("refuse an import against the arrows of the packages, of a path, and of what is not a door", () => {
    const refused = (name: PackageName, specifier: string) => !isKnown(name, "room/a.ts", specifier);
    expect(refused("core", "cloudfront-sign-media/hls")).toBe(true);
    expect(refused("core", "cloudfront-sign-webcrypto/internals")).toBe(true);
    expect(refused("core", "node:crypto")).toBe(true);
    expect(refused("media", "cloudfront-sign-diagnosis")).toBe(true);
    expect(refused("media", "../../../core/src/errors.ts")).toBe(true);
    expect(refused("media", "cloudfront-sign-webcrypto/errors")).toBe(true);
    expect(refused("diagnosis", "cloudfront-sign-cli/output/terminal.ts")).toBe(true);
    expect(refused("media", "cloudfront-sign-webcrypto/internals")).toBe(false);
    expect(refused("command", "cloudfront-sign-diagnosis/doctor")).toBe(false);
    expect(refused("command", "node:crypto")).toBe(false);
  });
});
