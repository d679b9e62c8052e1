// compile.mjs TYPESCRIPT: compiles programs with one version of TypeScript, all configurations in one process, which
// reads and parses the files of the platform once. It checks the programs and the package's declarations, and not
// the declarations of the platform. Standard input has the configurations, the output has the errors of each.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { relative } from "node:path";

/** @type {typeof import("typescript")} */
const ts = createRequire(import.meta.url)(process.argv[2] ?? "");
/** @type {Record<string, { compilerOptions: object, files: string[] }>} label to configuration */
const configurations = JSON.parse(readFileSync(0, "utf8"));
const folder = process.cwd();

/** @type {Map<string, import("typescript").SourceFile | undefined>} */
const parsed = new Map();
const host = ts.createCompilerHost({});
const parse = host.getSourceFile;
/** @type {typeof parse} */
const parseOnce = (file, options, ...rest) => {
  const { impliedNodeFormat } = typeof options === "object" ? options : {};
  const key = `${file} ${impliedNodeFormat}`;
  if (!parsed.has(key)) parsed.set(key, parse(file, options, ...rest));
  return parsed.get(key);
};
host.getSourceFile = parseOnce;

/** @param {string} file */
const isOurs = (file) => !relative(folder, file).startsWith("..") && !file.includes("/@types/");

/** @type {Record<string, string>} */
const found = {};
for (const [label, configuration] of Object.entries(configurations)) {
  const { options, fileNames, errors } = ts.parseJsonConfigFileContent(configuration, ts.sys, folder);
  const program = ts.createProgram({ rootNames: fileNames, options, host });
  const ours = program.getSourceFiles().filter(({ fileName }) => isOurs(fileName));
  const diagnostics = [
    ...errors,
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...ours.flatMap((file) => [
      ...program.getSyntacticDiagnostics(file),
      ...program.getSemanticDiagnostics(file),
    ]),
  ];
  found[label] = ts.formatDiagnostics(diagnostics, {
    getCurrentDirectory: () => folder,
    getCanonicalFileName: (file) => file,
    getNewLine: () => "\n",
  });
}
console.log(JSON.stringify(found));
