import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { parse as parseHcl } from "@cdktf/hcl2json";
import { transformSync } from "esbuild";
import ts from "typescript";
import { afterAll, describe, expect, it } from "vitest";
import { parseDocument } from "yaml";
import { Refusal } from "../../src/arguments/refusal.ts";
import { setupFor } from "../../src/commands/keygen/keygen.ts";
import { functionCode } from "../../src/commands/revocation/function-code.ts";
import { readRevocation } from "../../src/commands/revocation/read-revocation.ts";
import { revocationSteps } from "../../src/commands/revocation/revocation.ts";
import { type Rotation, readRotation } from "../../src/commands/rotate/read-rotation.ts";
import { rotationSteps } from "../../src/commands/rotate/steps.ts";
import { fill, pem, quotedJson, shell } from "../../src/foreign/pasted-code.ts";
import { readSection, type Section } from "../../src/foreign/plan.ts";
import { callerReference } from "../../src/keys/key-pair.ts";
import { hostileNames } from "../support/hostile-names.ts";

/** What the command prints in other languages: each template is a file of its language, and stays one with any value. */

const src = join(import.meta.dirname, "../../src");
const folder = mkdtempSync(join(tmpdir(), "templates-"));
afterAll(() => rmSync(folder, { recursive: true }));

const publicKey = "-----BEGIN PUBLIC KEY-----\nMFkw+/EwYH\nEOTA==\n-----END PUBLIC KEY-----\n";

function runs(program: string, ...args: readonly string[]): void {
  const { status, stderr } = spawnSync(program, args, { encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
}

/** What a shell prints for these lines, in which nothing but printf runs. */
function printedBy(program: string, args: readonly string[], lines: readonly string[]): string[] {
  const { stdout } = spawnSync(program, [...args, "-c", lines.join("\n")], { cwd: folder, encoding: "utf8" });
  expect(existsSync(join(folder, "ran")), "something else ran").toBe(false);
  return stdout.split("\0").slice(0, -1);
}

/** A shell of Windows would read other paths. */
function isInstalled(program: string): boolean {
  if (process.platform === "win32") return false;
  const isThere = spawnSync(program, ["--version"]).status === 0;
  if (!isThere) console.log(`Not run: the tests of templates that need ${program}, which is not installed.`);
  return isThere;
}

function checkTypeScript(text: string): string {
  const { outputText, diagnostics } = ts.transpileModule(text, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
    reportDiagnostics: true,
  });
  expect(diagnostics).toEqual([]);
  return outputText;
}

function readYaml(text: string): unknown {
  const tags = ["Ref", "GetAtt", "Sub"].map((name) => ({
    tag: `!${name}`,
    resolve: (value: string) => ({ [name]: value }),
  }));
  const document = parseDocument(text, { customTags: tags });
  expect([...document.errors, ...document.warnings]).toEqual([]);
  return document.toJS();
}

const readHcl = (text: string): Promise<Record<string, unknown>> => parseHcl("a.tf", text);

/** The parser gives a string as the JSON syntax of Terraform has it: throws if it is more than a text. */
function textOfHcl(read: unknown): string {
  return String(read).replace(/([$%])\1\{|[$%]\{/g, (_, sign) => {
    if (sign === undefined) throw new Error(`a template in ${read}`);
    return `${sign}{`;
  });
}

/** Statements, or members of an object. */
function checkPastedTypeScript(text: string): void {
  checkTypeScript(/^(?:\/\/.*\n)*\w+:/.test(text) ? `({\n${text}\n})` : text);
}

const pasted: Readonly<Record<string, (text: string) => unknown>> = {
  hcl: readHcl,
  sh: (text) => isInstalled("bash") && runs("bash", "-nc", text),
  // Nothing here reads the SQL of Athena: it is compared below.
  sql: () => {},
  ts: checkPastedTypeScript,
  yaml: readYaml,
};

const checks: Readonly<Record<string, (text: string, path: string) => unknown>> = {
  ".bash": (_, path) => isInstalled("bash") && runs("bash", "-n", path),
  ".fish": (_, path) => isInstalled("fish") && runs("fish", "--no-execute", path),
  ".js": (text) => {
    const module = join(folder, "module.mjs");
    writeFileSync(module, text);
    runs(process.execPath, "--check", module);
  },
  ".md": async (text) => {
    const blocks = Array.from(text.matchAll(/^```(\w+).*\n([\s\S]*?)^```$/gm));
    expect(text.match(/^```/gm)?.length ?? 0).toBe(2 * blocks.length);
    for (const [, language = "", code = ""] of blocks) {
      expect(Object.keys(pasted)).toContain(language);
      await pasted[language]?.(code);
    }
  },
  // A style sheet: tsup would make files of its own from the ending .css.
  ".txt": (text) => expect(transformSync(text, { loader: "css" }).warnings).toEqual([]),
  ".zsh": (_, path) => isInstalled("zsh") && runs("zsh", "--no-exec", path),
};

const templates = readdirSync(src, { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => /\/templates\/[^/]+$/.test(path));

describe("a template", () => {
  it("exists", () => {
    expect(templates.length).toBeGreaterThan(10);
  });

  it.each(templates)("is a file of its language: %s", async (path) => {
    const text = readFileSync(join(src, path), "utf8");
    await checks[extname(path)]?.(text, join(src, path));
    expect(Object.keys(checks)).toContain(extname(path));
    expect(text).toMatch(/[^\n]\n$/);
  });
});

describe("a text in a quoted place is the same text in", () => {
  it.each(hostileNames)("TypeScript: %j", (value) => {
    const { text } = fill("ts", `return ["__value__", \`__value__\`, \`a\\n\${"__value__"}\`];`, {
      value,
    });
    checkTypeScript(`(() => {${text}})();`);
    expect(new Function(text)()).toEqual([value, value, `a\n${value}`]);
  });

  it.each(hostileNames.filter((value) => value.normalize() === value))("HCL: %j", async (value) => {
    const { text } = fill("hcl", 'a = "__value__"\nb = file("__value__")\nc = 1', { value });
    const { a, b, c } = await readHcl(text);
    expect([textOfHcl(a), c]).toEqual([value, 1]);
    expect(b).toMatch(/^\$\{file\("[^\n]*"\)\}$/);
  });

  it.each(hostileNames)("SQL: %j", (value) => {
    const { text } = fill("sql", "SELECT '__value__' || 'a'", { value });
    const [, quoted = ""] = /^SELECT '((?:[^']|'')*)' \|\| 'a'$/.exec(text) ?? [];
    expect(quoted.replaceAll("''", "'")).toBe(value);
  });

  it.skipIf(!isInstalled("fish"))("fish", () => {
    const lines = hostileNames.map((value) => fill("fish", "printf '%s\\0' '__value__'", { value }).text);
    expect(printedBy("fish", ["--no-config"], lines)).toEqual(hostileNames);
  });

  it.each(["bash", "zsh"])("%s", (program) => {
    if (!isInstalled(program)) return;
    const lines = hostileNames.flatMap((value) => [
      fill("sh", "printf '%s\\0' '__value__'", { value }).text,
      `printf '%s\\0' '${quotedJson({ value })}'`,
    ]);
    const read = printedBy(program, [], lines);
    expect(read.filter((_, i) => i % 2 === 0)).toEqual(hostileNames);
    expect(read.flatMap((json, i) => (i % 2 === 1 ? [JSON.parse(json).value] : []))).toEqual(hostileNames);
  });
});

describe("fill", () => {
  const words = ["viewers", "course-2", "2026", "--flag", "_a", "|"];

  it("puts words anywhere", () => {
    const { text } = fill("hcl", 'a.__first__.b "__first__-" # __all__', { first: "x-1", all: words });
    expect(text).toBe(`a.x-1.b "x-1-" # ${words.join(" ")}`);
  });

  it.each([...hostileNames.filter((value) => !/^[\w-]+$/.test(value)), "", "a.b", "a\u0000", "\u00e9"])(
    "puts no other text outside of quotes, nor beside something in them: %j",
    (value) => {
      for (const template of [
        "a.__value__",
        '"a__value__"',
        "# a __value__",
        "/* __value__ */",
        "$a__value__",
      ])
        for (const language of ["ts", "hcl", "yaml", "sh", "fish", "sql"] as const)
          for (const values of [{ value }, { value: ["a", value] }])
            expect(() => fill(language, template, values)).toThrow(new TypeError("__value__ is not a word"));
    },
  );

  it.each(["# __lines__", "// __lines__", "-- __lines__", "__lines__"])(
    "puts lines of the same language in a line of their own, with its indent: %s",
    (line) => {
      const template = `if\n  ${line}\nend\n`;
      const lines = [shell("a", "", "  b"), shell("c")];
      expect(fill("sh", template, { lines }).text).toBe("if\n  a\n\n    b\n  c\nend");
      expect(fill("sh", template, { lines: [] }).text).toBe("if\nend");
      for (const value of ["a", ["a"], fill("hcl", "a", {})])
        expect(() => fill("sh", template, { lines: value })).toThrow(
          new TypeError("__lines__ is not code in sh"),
        );
    },
  );

  it("refuses a place without a value", () => {
    for (const name of ["name", "constructor", "hasOwnProperty"])
      expect(() => fill("hcl", `a = "__${name}__"`, {})).toThrow(new TypeError(`__${name}__ has no value`));
  });

  it.each([
    ["EOT", "another text"],
    [publicKey.replace("EOTA==", "EOT\n  EOT"), "another text in it"],
    [publicKey.replace("EOTA==", `\${a}`), "a template"],
    [publicKey.trimEnd(), "no line end"],
    [publicKey.replaceAll("PUBLIC", "PRIVATE"), "a private key"],
  ])("takes no key that has %j, %s", (text) => {
    expect(() => pem(text)).toThrow(new TypeError("pem: is not a public key"));
  });
});

describe("a section of a plan", () => {
  const plan = [
    "<!-- a comment -->",
    "## one: About __what__",
    "",
    "A paragraph about __what__.",
    "",
    "__two__",
    "",
    "```sh unless ONE TWO",
    "ONE=$(one)",
    "```",
    "",
    "```sh if TWO",
    `run "$ONE" "\${TWO:?the two}" "$TWOS" __what__`,
    "```",
    "",
    "## two",
    "",
    "Two.",
    "",
    "<!--",
    "a comment of two lines",
    "-->",
    "",
    "```hcl",
    "a = $ONE",
    "```",
    "",
  ].join("\n");
  const read = (id: string, what = "it", variables = {}) =>
    readSection(plan, id, { what, two: readSection(plan, "two", {}) }, variables);
  const hcl = { language: "hcl", text: "a = $ONE" };

  it("has its title, its paragraphs and its code", () => {
    expect(read("two")).toEqual({
      title: "",
      notes: ["Two."],
      code: [{ language: "hcl", text: "a = $ONE" }],
    });
    expect(read("one")).toEqual({
      title: "About it",
      notes: ["A paragraph about it.", "Two."],
      code: [hcl, { language: "sh", text: "ONE=$(one)" }],
    });
  });

  it("has the values of known variables, once for each", () => {
    const run = (one: string, two: string) => ({ language: "sh", text: `run "${one}" "${two}" "$TWOS" it` });
    expect(read("one", "it", { TWO: ["b"] }).code).toEqual([hcl, run("$ONE", "b")]);
    expect(read("one", "it", { ONE: [], TWO: ["b", "c"] }).code).toEqual([
      hcl,
      run("$ONE", "b"),
      run("$ONE", "c"),
    ]);
    expect(() => read("one", "it", { TWO: ["$(touch ran)"] })).toThrow(
      new TypeError("__TWO__ is not a word"),
    );
  });

  it("shows every character of a text", () => {
    expect(readSection("## one\n\nIt is __what__.\n", "one", { what: "\u001b[31m a\n" }).notes).toEqual([
      "It is \\u001b[31m a\\u000a.",
    ]);
  });
});

describe("what is printed", () => {
  const name = "course-2";
  const textOf = ({ code }: Section): string => code[0]?.text ?? "";
  /** The code of the step that changes CloudFront, before the lines that apply it. */
  const codeOf = (
    steps: readonly (Section & { readonly id: string })[],
    id: string,
    language: string,
  ): string =>
    steps.find((step) => step.id === id)?.code.find((code) => code.language === language)?.text ?? "";

  it("for Terraform has the key and the name in their places", async () => {
    expect(await readHcl(textOf(setupFor("terraform", name, publicKey)))).toEqual({
      resource: {
        aws_cloudfront_public_key: {
          [name]: [
            {
              name_prefix: "course-2-",
              encoded_key: publicKey,
              lifecycle: [{ create_before_destroy: true }],
            },
          ],
        },
        aws_cloudfront_key_group: {
          [name]: [{ name, items: [`\${aws_cloudfront_public_key.${name}.id}`] }],
        },
      },
      output: { [`${name}_key_pair_id`]: [{ value: `\${aws_cloudfront_public_key.${name}.id}` }] },
    });
  });

  it("for CloudFormation has the key and the name in their places", () => {
    const PublicKeyConfig = {
      CallerReference: callerReference(name, publicKey),
      Name: name,
      EncodedKey: publicKey,
    };
    const KeyGroupConfig = { Name: name, Items: [{ Ref: "Course2PublicKey" }] };
    expect(readYaml(textOf(setupFor("cloudformation", name, publicKey)))).toEqual({
      Resources: {
        Course2PublicKey: { Type: "AWS::CloudFront::PublicKey", Properties: { PublicKeyConfig } },
        Course2KeyGroup: { Type: "AWS::CloudFront::KeyGroup", Properties: { KeyGroupConfig } },
      },
      Outputs: {
        Course2KeyPairId: { Description: "Sign with this ID", Value: { Ref: "Course2PublicKey" } },
      },
    });
  });

  it.each(["yes", "null", "Y"])("for CloudFormation has the name %s as a text", (name) => {
    const [key, group] = [{ PublicKeyConfig: { Name: name } }, { KeyGroupConfig: { Name: name } }];
    const { Resources } = readYaml(textOf(setupFor("cloudformation", name, publicKey))) as {
      Resources: object;
    };
    expect(Object.values(Resources)).toMatchObject([{ Properties: key }, { Properties: group }]);
  });

  it.each(hostileNames.filter((value) => !/^[\w-]+$/.test(value)))(
    "has no name with %j, whatever has checked it before",
    (name) => {
      for (const tool of ["terraform", "cloudformation", "cdk", "pulumi", "sst", "aws-cli"] as const)
        expect(() => setupFor(tool, name, publicKey)).toThrow(/^__\w+__ is not a word$/);
    },
  );

  const settings = { name, longestLifetime: 60, distribution: undefined, pathPattern: undefined };

  it("for the function in Terraform has its file and the name", async () => {
    const steps = revocationSteps({ ...settings, tool: "terraform", file: "-deny.js" });
    const arn = "aws_cloudfront_key_value_store.course_2.arn";
    expect(await readHcl(codeOf(steps, "create-function", "hcl"))).toEqual({
      resource: {
        aws_cloudfront_key_value_store: { course_2: [{ name }] },
        aws_cloudfront_function: {
          course_2: [
            {
              name,
              runtime: "cloudfront-js-2.0",
              code: `\${file("./-deny.js")}`,
              key_value_store_associations: [`\${${arn}}`],
            },
          ],
        },
      },
      output: { denied_grants: [{ value: `\${${arn}}` }] },
    });
    expect(await readHcl(codeOf(steps, "attach-function", "hcl"))).toEqual({
      function_association: [
        { event_type: "viewer-request", function_arn: `\${aws_cloudfront_function.course_2.arn}` },
      ],
    });
  });

  const rotation: Rotation = {
    name,
    tool: "aws-cli",
    terms: {
      from: new Date("2026-12-01T09:00:00Z"),
      longestLifetime: 604_800,
      cacheWindow: 0,
      deployTime: 2100,
      reloadAfter: 600,
      clockMargin: 300,
      switched: undefined,
    },
    isFromGiven: true,
    newKeyPairId: undefined,
    oldKeyPairId: "K2JCJMDEHXQW5F",
    keyGroups: [],
    distributions: [],
  };

  it("for a rotation in Terraform has both keys", async () => {
    const steps = rotationSteps({ ...rotation, tool: "terraform" });
    const [oldKey, newKey] = ["course-2", "course_2_2026_12_01"].map(
      (key) => `\${aws_cloudfront_public_key.${key}.id}`,
    );
    expect(await readHcl(codeOf(steps, "add-public-key", "hcl"))).toEqual({
      resource: {
        aws_cloudfront_public_key: {
          course_2_2026_12_01: [
            {
              name_prefix: "course-2-2026-12-01-",
              encoded_key: `\${file("keys/course-2-2026-12-01.public.pem")}`,
              lifecycle: [{ create_before_destroy: true }],
            },
          ],
        },
        aws_cloudfront_key_group: { [name]: [{ name, items: [oldKey, newKey] }] },
      },
      output: { new_key_pair_id: [{ value: newKey }] },
    });
    expect(await readHcl(codeOf(steps, "remove-public-key", "hcl"))).toEqual({
      resource: { aws_cloudfront_key_group: { [name]: [{ name, items: [newKey] }] } },
    });
  });

  it("for a rotation in CloudFormation has both keys, and the text of the new one as a parameter", () => {
    const steps = rotationSteps({ ...rotation, tool: "cloudformation" });
    const keyGroup = (...names: readonly string[]) => ({
      Type: "AWS::CloudFront::KeyGroup",
      Properties: { KeyGroupConfig: { Name: name, Items: names.map((Ref) => ({ Ref })) } },
    });
    const PublicKeyConfig = {
      CallerReference: "course-2-2026-12-01",
      Name: "course-2-2026-12-01",
      EncodedKey: { Sub: "$" + "{Course2PublicKey20261201Text}\n" },
    };
    expect(readYaml(codeOf(steps, "add-public-key", "yaml"))).toEqual({
      Parameters: { Course2PublicKey20261201Text: { Type: "String" } },
      Resources: {
        Course2PublicKey20261201: { Type: "AWS::CloudFront::PublicKey", Properties: { PublicKeyConfig } },
        Course2KeyGroup: keyGroup("Course2PublicKey", "Course2PublicKey20261201"),
      },
      Outputs: { Course2KeyPairId20261201: { Value: { Ref: "Course2PublicKey20261201" } } },
    });
    expect(readYaml(codeOf(steps, "remove-public-key", "yaml"))).toEqual({
      Course2KeyGroup: keyGroup("Course2PublicKey20261201"),
    });
  });

  /** Runs lines for SST or Pulumi after those of the first key. */
  function keyGroupsOf(lines: string): unknown[] {
    const made: unknown[] = [];
    class Made {
      readonly id: string;
      constructor(name: string, settings: object) {
        this.id = `the ID of ${name}`;
        made.push([name, settings]);
      }
    }
    const aws = { cloudfront: { PublicKey: Made, KeyGroup: Made } };
    const readFileSync = (path: string) => `the text of ${path}`;
    const text = lines
      .replace(/^import .*$/gm, "")
      .replace(`(await import("node:fs")).readFileSync`, "readFileSync")
      .replaceAll("export const", "const");
    const body = `const course2PublicKey = { id: "the old ID" };\n${checkTypeScript(`(() => {${text}})();`)}`;
    new Function("aws", "readFileSync", body)(aws, readFileSync);
    return made;
  }

  it.each(["pulumi", "sst"] as const)("for a rotation with %s has both keys, then the new one", (tool) => {
    const steps = rotationSteps({ ...rotation, tool });
    const newKey = ["course-2-2026-12-01", { encodedKey: "the text of keys/course-2-2026-12-01.public.pem" }];
    const newId = "the ID of course-2-2026-12-01";
    expect(keyGroupsOf(codeOf(steps, "add-public-key", "ts"))).toEqual([
      newKey,
      [name, { items: ["the old ID", newId] }],
    ]);
    const group = codeOf(steps, "remove-public-key", "ts");
    const after = `const course2PublicKey20261201 = new aws.cloudfront.PublicKey("a", {});\n${group}`;
    expect(keyGroupsOf(after).at(-1)).toEqual([name, { items: ["the ID of a"] }]);
  });

  it("for the function in CloudFormation has its text and the name", () => {
    const steps = revocationSteps({ ...settings, tool: "cloudformation", file: "deny.js" });
    expect(readYaml(codeOf(steps, "create-function", "yaml"))).toEqual({
      Resources: {
        Course2Store: { Type: "AWS::CloudFront::KeyValueStore", Properties: { Name: name } },
        Course2Function: {
          Type: "AWS::CloudFront::Function",
          Properties: {
            Name: name,
            AutoPublish: true,
            FunctionConfig: {
              Comment: "denies grants by ID",
              Runtime: "cloudfront-js-2.0",
              KeyValueStoreAssociations: [{ KeyValueStoreARN: { GetAtt: "Course2Store.Arn" } }],
            },
            FunctionCode: functionCode,
          },
        },
      },
    });
    expect(readYaml(codeOf(steps, "attach-function", "yaml"))).toEqual({
      FunctionAssociations: [
        { EventType: "viewer-request", FunctionARN: { GetAtt: "Course2Function.FunctionARN" } },
      ],
    });
  });

  it("as a query for the logs has the time and the ID", () => {
    expect(
      codeOf(rotationSteps(rotation), "remove-public-key", "sql"),
    ).toBe(`SELECT cs_host, cs_uri_stem, count(*) AS requests
FROM cloudfront_standard_logs
WHERE cast("date" AS varchar) || 'T' || time || 'Z' >= '2026-12-08T09:50:00Z'
  AND sc_status < 400
  AND (cs_uri_query LIKE '%Key-Pair-Id=K2JCJMDEHXQW5F%'
    OR cs_cookie LIKE '%CloudFront-Key-Pair-Id=K2JCJMDEHXQW5F%')
GROUP BY cs_host, cs_uri_stem`);
  });
});

describe("a name or an ID that is not one is refused before anything is printed", () => {
  const argumentsOf = (values: Readonly<Record<string, string>>) => ({
    value: (flag: string) => values[flag],
    values: (flag: string) => (values[flag] === undefined ? [] : [values[flag]]),
    has: (flag: string) => values[flag] !== undefined,
    positionals: [],
    sources: new Map(),
  });
  const hostile = [
    ...hostileNames.filter((value) => !/^[\w-]+$/.test(value)),
    "viewers\n",
    "K2JCJMDEHXQW5F'",
  ];

  it.each(["name", "distribution", "path-pattern"])("revocation --%s", (flag) => {
    // These are characters of a path, and mean nothing to a shell in quotes.
    const values = hostile.filter((value) => flag !== "path-pattern" || !/^[\w.*/~@:+&?-]+$/.test(value));
    for (const value of values)
      expect(() => readRevocation(argumentsOf({ out: "deny.js", [flag]: value })), value).toThrow(Refusal);
  });

  it.each(["name", "old-key-pair-id", "new-key-pair-id", "key-group", "distribution"])(
    "rotate --%s",
    (flag) => {
      for (const value of hostile)
        expect(() => readRotation(argumentsOf({ "longest-lifetime": "7d", [flag]: value })), value).toThrow(
          Refusal,
        );
    },
  );
});
