import { readFileSync } from "node:fs";
import { join } from "node:path";
import { integration, root } from "@cloudfront-sign-webcrypto/testing/folders";
import { libraryFiles } from "@cloudfront-sign-webcrypto/testing/library";
import { build, type Plugin } from "esbuild";
import { codeBlocks, withAda } from "../../examples/support/code-blocks.ts";

const read = (page: string): string => readFileSync(join(root, "docs", page), "utf8");
const text = read("players.md");
const blocks = [
  // Here the playlists of the second distribution are on the host of the players.
  ...codeBlocks("docs/players.md", text.replaceAll("tv.example.com", "cdn.example.com")),
  ...codeBlocks("docs/grants.md", read("grants.md")),
  ...codeBlocks("docs/recipes.md", read("recipes.md")),
  // Here the playlists are on the host of the players.
  ...codeBlocks(
    "docs/playlists.md",
    read("playlists.md").replaceAll("d111111abcdef8.cloudfront.net", "cdn.example.com"),
  ),
];

/** The web pages of these documents, by name. */
export const pages = new Map(
  blocks.filter(({ kind }) => kind === "page").map(({ name, code }) => [name, code]),
);
pages.set(
  "hls-fetch",
  changed(pages.get("hls-query"), "`new Hls({ loader: hlsLoader(grant, FetchLoader) })`", {
    "import Hls from": "import Hls, { FetchLoader } from",
    "Hls.DefaultConfig.loader": "FetchLoader",
  }),
);

/**
 * The names of the pages that end in one of these ways. Throws for a page of another kind, which no test
 * plays.
 */
export function pageNames(...ways: string[]): string[] {
  const strange = [...pages.keys()].filter((name) => !/^\w+-(query|fetch|cookies|signed|page)$/.test(name));
  if (strange.length > 0) throw new Error(`no test plays ${strange}`);
  return [...pages.keys()].filter((name) => ways.some((way) => name.endsWith(`-${way}`)));
}

/** The files of the server and the page in these documents. */
export const files = new Map(
  blocks.filter(({ kind }) => kind === "file").map(({ name, code }) => [`./${name}`, withAda(code)]),
);
files.set(
  "./cookie-route.ts",
  changed(files.get("./grant-route.ts"), '`cookies: { domain: "example.com" },`', {
    "grantHandler({": 'grantHandler({ cookies: { domain: "example.com" },',
  }),
);

/** A sample with the changes that a sentence of the page asks for. */
function changed(code = "", said: string, changes: Readonly<Record<string, string>>): string {
  let result = code;
  for (const [before, after] of Object.entries(changes)) {
    if (!text.includes(said) || !result.includes(before))
      throw new Error(`docs/players.md does not say ${said}, or its sample has no ${before}`);
    result = result.replace(before, after);
  }
  return result;
}

/** Resolves `import "./grant.ts"` to the documented file. */
const documentedFiles: Plugin = {
  name: "documented files",
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^\.\// }, ({ path, importer }) =>
      importer === "<stdin>" && files.has(path) ? { path, namespace: "documented" } : undefined,
    );
    onLoad({ filter: /.*/, namespace: "documented" }, ({ path }) => ({
      contents: files.get(path) ?? "",
      loader: path.endsWith("x") ? "tsx" : "ts",
      resolveDir: integration,
    }));
  },
};

async function bundled(code: string, platform: "browser" | "node"): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: code, loader: "ts", resolveDir: integration },
    jsx: "automatic",
    alias: libraryFiles({}),
    plugins: [documentedFiles],
    bundle: true,
    platform,
    format: "esm",
    target: platform === "node" ? "node20" : "es2022",
    write: false,
    logLevel: "silent",
  });
  return outputFiles[0]?.text ?? "";
}

const scripts = new Map<string, Promise<string>>();

/** The script of a page, bundled with its player. */
export function pageScript(code: string): Promise<string> {
  const script = scripts.get(code) ?? bundled(code, "browser");
  scripts.set(code, script);
  return script;
}

/** A documented file as the script of a service worker. */
export const workerScript = (name: string): Promise<string> =>
  bundled(files.get(`./${name}`) ?? "", "browser");

/** The exports of a documented file. Those of the server are route handlers. */
export async function serverFile<Exports = Record<string, (request: Request) => Promise<Response>>>(
  name: string,
): Promise<Exports> {
  const code = await bundled(files.get(`./${name}`) ?? "", "node");
  return import(`data:text/javascript;base64,${Buffer.from(code).toString("base64")}`);
}
