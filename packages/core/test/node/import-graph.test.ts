import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix, relative } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";

const src = join(import.meta.dirname, "../../src");

/**
 * Rooms from the bottom up: folders, or files with their ending. Each may import those in the rows before it and
 * itself. Rooms in one row are siblings and never import each other.
 */
type Layers = readonly (readonly string[])[];

/** The files of a folder that no row of its layers names. */
const otherFiles = "*";

/** The folders of src. */
const layers: Layers = [
  ["errors"],
  ["cache", "encoding"],
  ["options"],
  ["key", "policy", "url", "cookie"],
  ["sign", "verify"],
  ["explain", "manifest", "doctor", "remote", "client", "aws-sdk", "aws-cloudfront-sign"],
  ["edge"],
  ["entry points"],
  ["cli"],
];

/** A package of the future: `git mv` takes its places there, and the layers of its rooms come with them. */
interface Package {
  /** Folders and files of src. The longest place that has a file in it owns the file. */
  readonly places: readonly string[];
  readonly imports: readonly PackageName[];
  /** The layers inside each folder that has folders. */
  readonly rooms: Readonly<Record<string, Layers>>;
}

type PackageName = "core" | "media" | "diagnosis" | "command" | "conformance";

const packages: Readonly<Record<PackageName, Package>> = {
  core: {
    places: [
      "errors.ts",
      "cache",
      "encoding",
      "options",
      "key",
      "policy",
      "url",
      "cookie",
      "sign",
      "verify",
      "remote",
      "aws-sdk",
      "aws-cloudfront-sign",
      "edge/restrict-viewer-access.ts",
      "index.ts",
      "verify.ts",
      "remote.ts",
      "aws-sdk.ts",
      "aws-cloudfront-sign.ts",
    ],
    imports: [],
    rooms: {},
  },
  media: {
    places: ["manifest", "client", "edge", "hls.ts", "dash.ts", "client.ts", "edge.ts"],
    imports: ["core"],
    rooms: {
      manifest: [[otherFiles], ["hls", "dash"]],
      client: [[otherFiles], ["players"]],
    },
  },
  diagnosis: {
    places: ["explain", "doctor", "doctor.ts"],
    imports: ["core"],
    rooms: {
      explain: [
        // Limits, quotes and comparisons, which all rooms use.
        [otherFiles],
        // What is given: a question with its answer, single values, pasted text.
        ["question", "values", "paste"],
        // What can be seen, with its sentences.
        ["evidence"],
        // What each finding says, and their ranks.
        ["findings"],
        // Compares what was signed with what is requested.
        ["differences"],
        // Each looks for the findings of one topic.
        ["answer", "cookies", "parameters", "signature", "conditions", "undecided"],
        ["explain.ts"],
      ],
    },
  },
  command: {
    places: ["cli"],
    imports: ["core", "media", "diagnosis"],
    rooms: {
      cli: [
        [otherFiles],
        [
          "completion",
          // Leaves with its package.
          "conformance",
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
        ["commands"],
        ["commands.ts"],
        ["help.ts"],
        ["run-program.ts"],
        ["main.ts"],
      ],
    },
  },
  conformance: {
    places: ["cli/conformance", "cli/commands/conformance.ts"],
    imports: ["core", "command"],
    rooms: {
      "cli/conformance": [[otherFiles], ["questions", "stack"], ["ask-questions.ts"], ["ask-stack.ts"]],
    },
  },
};

/** Imports against the arrows of the packages, until these are parted: a file, and a folder or file. */
const untilParted = [
  ["verify.ts", "explain"],
  ["cli/commands.ts", "cli/commands/conformance.ts"],
] as const;

interface Source {
  /** Path below src, with forward slashes. */
  readonly file: string;
  readonly imports: readonly string[];
  readonly tree: ts.SourceFile;
}

function read(file: string): Source {
  const text = readFileSync(join(src, file), "utf8");
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
  const imports: string[] = [];
  const visit = (node: ts.Node): void => {
    if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier)
      imports.push((node.moduleSpecifier as ts.StringLiteral).text);
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      imports.push((node.arguments[0] as ts.StringLiteral).text);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return { file, imports, tree };
}

const sources = readdirSync(src, { recursive: true, encoding: "utf8" })
  // A template is text for this program, whatever its language.
  .filter((file) => file.endsWith(".ts") && !/[\\/]templates[\\/]/.test(file))
  .map((file) => read(relative(src, join(src, file)).replaceAll("\\", "/")));
const files = new Set(sources.map(({ file }) => file));
const resolve = (from: string, specifier: string): string => posix.join(dirname(from), specifier);
/** Only the command has text files: JSR and Deno have no import for them. */
const isTextFile = (from: string, specifier: string): boolean =>
  place(from) === "cli" &&
  /\/templates\/[^/]+\?raw$/.test(specifier) &&
  existsSync(join(src, resolve(from, specifier.replace("?raw", ""))));

/** The folder of a file. At the top are the errors, and a file for each entry point of the package. */
function place(file: string): string {
  const [folder, inside] = file.split("/");
  if (inside !== undefined) return folder ?? "";
  return file === "errors.ts" ? "errors" : "entry points";
}
const layerOf = (file: string): number => layers.findIndex((row) => row.includes(place(file)));

/** Whether the layers of src, and those inside a folder, let a file import another. */
function allowed(from: string, to: string): boolean {
  if (place(from) !== place(to)) return layerOf(to) < layerOf(from);
  return Object.entries(rooms).every(([folder, inside]) => allowedInside(folder, inside, from, to));
}

const rooms: Readonly<Record<string, Layers>> = Object.assign(
  {},
  ...Object.values(packages).map((part) => part.rooms),
);

function allowedInside(folder: string, inside: Layers, from: string, to: string): boolean {
  if (!isIn(folder, from) || !isIn(folder, to)) return true;
  const [room, imported] = [roomOf(folder, inside, from), roomOf(folder, inside, to)];
  return room === imported || rowOf(inside, imported) < rowOf(inside, room);
}

const isIn = (place: string, file: string): boolean => file === place || file.startsWith(`${place}/`);
const rowOf = (inside: Layers, room: string): number => inside.findIndex((row) => row.includes(room));

/** The room of a file in a folder: a folder or a file of its layers, or what they say of all other files. */
function roomOf(folder: string, inside: Layers, file: string): string {
  const [name = "", deeper] = file.slice(folder.length + 1).split("/");
  return deeper !== undefined || rowOf(inside, name) >= 0 ? name : otherFiles;
}

function packageOf(file: string): PackageName | undefined {
  const owners = Object.entries(packages).flatMap(([name, { places }]) =>
    places.filter((place) => isIn(place, file)).map((place) => ({ name: name as PackageName, place })),
  );
  return owners.sort((one, other) => other.place.length - one.place.length)[0]?.name;
}

function allowedBetweenPackages(from: string, to: string): boolean {
  const [name, imported] = [packageOf(from), packageOf(to)];
  return !name || !imported || name === imported || packages[name].imports.includes(imported);
}

const isUntilParted = (from: string, to: string): boolean =>
  untilParted.some(([file, place]) => file === from && isIn(place, to));

/** Each import of a file of src. */
const allImports = sources.flatMap(({ file, imports }) =>
  imports
    .filter((specifier) => specifier.startsWith("."))
    .map((specifier) => [file, resolve(file, specifier)] as const),
);
const shown = (list: readonly (readonly [string, string])[]): string[] =>
  list.map(([from, to]) => `${from} -> ${to}`);

describe("the import graph of src", () => {
  it("assigns a layer to every file", () => {
    expect(sources.length).toBeGreaterThan(20);
    expect(sources.filter(({ file }) => layerOf(file) < 0).map(({ file }) => file)).toEqual([]);
  });

  it("assigns a layer to every room inside a folder, and names no room that is gone", () => {
    const folders = new Set([...files].map(dirname).filter((folder) => folder !== "."));
    const parents = [...folders].map(dirname).filter((folder) => folder !== ".");
    expect(new Set(parents)).toEqual(new Set(Object.keys(rooms)));
    for (const [folder, inside] of Object.entries(rooms)) {
      const inFolder = [...files].filter((file) => isIn(folder, file));
      const found = new Set(inFolder.map((file) => roomOf(folder, inside, file)));
      expect(found).toEqual(new Set(inside.flat()));
    }
  });

  it("assigns every file to a package, and names no place that is gone", () => {
    const places = Object.values(packages).flatMap((part) => part.places);
    expect([...files].filter((file) => packageOf(file) === undefined)).toEqual([]);
    expect(places.filter((place) => ![...files].some((file) => isIn(place, file)))).toEqual([]);
  });

  it("imports only relative files that exist; node: only in cli", () => {
    const wrong = sources.flatMap(({ file, imports }) =>
      imports
        .filter((specifier) =>
          specifier.startsWith("node:")
            ? place(file) !== "cli"
            : !specifier.startsWith(".") ||
              !(files.has(resolve(file, specifier)) || isTextFile(file, specifier)),
        )
        .map((specifier) => `${file} -> ${specifier}`),
    );
    expect(wrong).toEqual([]);
  });

  it("imports every template", () => {
    const imported = sources.flatMap(({ file, imports }) =>
      imports
        .filter((specifier) => isTextFile(file, specifier))
        .map((specifier) => resolve(file, specifier.replace("?raw", ""))),
    );
    const templates = readdirSync(src, { recursive: true, encoding: "utf8" })
      .map((file) => file.replaceAll("\\", "/"))
      .filter((file) => /\/templates\/[^/]+$/.test(file));
    expect(imported.sort()).toEqual(templates.sort());
  });

  it("has no import of a higher layer or of a sibling", () => {
    expect(shown(allImports.filter(([from, to]) => !allowed(from, to)))).toEqual([]);
  });

  it("has no import against the arrows of the packages but those that wait for the move", () => {
    const against = allImports.filter(([from, to]) => !allowedBetweenPackages(from, to));
    expect(shown(against.filter(([from, to]) => !isUntilParted(from, to)))).toEqual([]);
    const waiting = untilParted.filter(([file, place]) =>
      against.some(([from, to]) => from === file && isIn(place, to)),
    );
    expect(waiting).toEqual(untilParted);
  });

  it("its rule refuses an import of a higher layer or of a sibling", () => {
    expect(allowed("errors.ts", "options/clock.ts")).toBe(false);
    expect(allowed("key/jwk.ts", "url/wire-form.ts")).toBe(false);
    expect(allowed("url/wire-form.ts", "sign/policy-terms.ts")).toBe(false);
    expect(allowed("sign/policy-terms.ts", "url/wire-form.ts")).toBe(true);
    expect(allowed("verify/verifier.ts", "explain/findings.ts")).toBe(false);
    expect(allowed("explain/findings.ts", "verify/verifier.ts")).toBe(true);
    expect(allowed("explain/cookies/a.ts", "explain/conditions/b.ts")).toBe(false);
    expect(allowed("explain/evidence/a.ts", "explain/cookies/b.ts")).toBe(false);
    expect(allowed("explain/limits.ts", "explain/values/a.ts")).toBe(false);
    expect(allowed("explain/values/a.ts", "explain/explain.ts")).toBe(false);
    expect(allowed("explain/cookies/a.ts", "explain/evidence/b.ts")).toBe(true);
    expect(allowed("explain/explain.ts", "explain/cookies/a.ts")).toBe(true);
    expect(allowed("explain/cookies/a.ts", "explain/limits.ts")).toBe(true);
    expect(allowed("cli/conformance/stack/a.ts", "cli/conformance/questions/b.ts")).toBe(false);
  });

  it("its rule refuses an import against the arrows of the packages", () => {
    expect(allowedBetweenPackages("sign/signer.ts", "manifest/shown-name.ts")).toBe(false);
    expect(allowedBetweenPackages("client/fetch.ts", "explain/explain.ts")).toBe(false);
    expect(allowedBetweenPackages("doctor/diagnose.ts", "cli/terminal.ts")).toBe(false);
    expect(allowedBetweenPackages("cli/terminal.ts", "cli/conformance/probe.ts")).toBe(false);
    expect(allowedBetweenPackages("cli/conformance/probe.ts", "explain/explain.ts")).toBe(false);
    expect(allowedBetweenPackages("edge/restrict-viewer-access.ts", "edge/page-origin.ts")).toBe(false);
    expect(allowedBetweenPackages("edge/page-origin.ts", "edge/restrict-viewer-access.ts")).toBe(true);
    expect(allowedBetweenPackages("cli/conformance/probe.ts", "cli/terminal.ts")).toBe(true);
    expect(allowedBetweenPackages("cli/terminal.ts", "doctor/diagnose.ts")).toBe(true);
  });

  it("has no private-key code in what verifies", () => {
    const reached = new Set<string>();
    const walk = (file: string): void => {
      if (reached.has(file)) return;
      reached.add(file);
      for (const specifier of sources.find((source) => source.file === file)?.imports ?? [])
        if (specifier.startsWith(".")) walk(resolve(file, specifier));
    };
    walk("verify.ts");
    walk("edge.ts");
    expect(reached).toContain("key/public-key.ts");
    expect(
      [...reached].filter((file) =>
        /private-|pbes2|signing-key|import-key|remote-signer|sign\/signer|sign-policy/.test(file),
      ),
    ).toEqual([]);
  });

  it("has no cycle", () => {
    const finished = new Set<string>();
    const walk = (file: string, path: readonly string[]): void => {
      if (path.includes(file)) throw new Error(`a cycle: ${[...path, file].join(" -> ")}`);
      if (finished.has(file)) return;
      const source = sources.find((candidate) => candidate.file === file);
      for (const specifier of source?.imports ?? [])
        if (specifier.startsWith(".") && !isTextFile(file, specifier))
          walk(resolve(file, specifier), [...path, file]);
      finished.add(file);
    };
    for (const { file } of sources) walk(file, []);
    expect(finished.size).toBe(sources.length);
  });

  it.each(["Buffer", "process", "require", "__dirname", "global", "setImmediate"])(
    "uses no global %s outside cli",
    (name) => {
      const users = sources.filter(({ file, tree }) => {
        if (place(file) === "cli") return false;
        let found = false;
        const visit = (node: ts.Node): void => {
          if (
            ts.isIdentifier(node) &&
            node.text === name &&
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
    // Nobody imports the command.
    expect(wrong.filter((line) => !line.startsWith("cli/"))).toEqual([]);
  });

  it("has no literal with classes of Unicode properties, which V8 expands whenever it loads the file", () => {
    const users = sources.flatMap(({ file, tree }) => {
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
