import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { functionCode } from "../../src/commands/revocation/function-code.ts";

/** A viewer request, as far as the function sees it. */
export interface FunctionRequest {
  /** `undefined` for a URL without `?`. */
  readonly query: string | undefined;
  /** `name`, or `name=value`. */
  readonly cookies?: readonly string[];
  readonly method?: string;
}

/** `pass` for the unchanged request, or the status and the reason of the answer. */
export type FunctionAnswer = string;

/**
 * The store has the key `denied` and any key that begins so; the key `unavailable` makes it fail, and with `undefined`,
 * `null` and `nothing` it resolves with something else than a boolean.
 */
const stub = `export default {
  kvs: function () {
    return {
      exists: async function (key) {
        if (key === 'unavailable') throw new Error('the store is unavailable');
        if (key === 'undefined') return undefined;
        if (key === 'null') return null;
        if (key === 'nothing') return '';
        return key.indexOf('denied') === 0;
      }
    };
  }
};
`;

const driver = `
async function printAnswers(requests) {
  for (let i = 0; i < requests.length; i++) {
    const query = requests[i].query === null ? undefined : requests[i].query;
    const cookies = {};
    requests[i].cookies.forEach(function (cookie) {
      const at = cookie.indexOf('=');
      const name = at < 0 ? cookie : cookie.slice(0, at);
      const value = at < 0 ? 'x' : cookie.slice(at + 1);
      if (!Object.prototype.hasOwnProperty.call(cookies, name)) cookies[name] = { value: value };
      else cookies[name].multiValue = (cookies[name].multiValue || [{ value: cookies[name].value }]).concat({ value: value });
    });
    const request = {
      method: requests[i].method, uri: '/a', headers: {}, cookies: cookies, querystring: {},
      rawQueryString: function () { return query; }
    };
    const before = JSON.stringify(request);
    const answer = await handler({ version: '1.0', request: request });
    console.log(answer === request && JSON.stringify(request) === before
      ? 'pass' : answer.statusCode + ' ' + answer.body.data.trim());
  }
}
`;

/** Runs the function for each request: in njs, the engine that CloudFront's is made from, or in Node.js. */
export function answersOf(engine: "njs" | "node", requests: readonly FunctionRequest[]): FunctionAnswer[] {
  const folder = mkdtempSync(join(tmpdir(), "function-"));
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  try {
    const data = JSON.stringify(
      requests.map(({ query = null, cookies = [], method = "GET" }) => ({ query, cookies, method })),
    );
    const input = JSON.stringify(file("requests.json", data));
    const run = `printAnswers(JSON.parse(fs.readFileSync(${input}, 'utf8')));\n`;
    if (engine === "njs") {
      file("cloudfront", stub);
      return output("njs", [
        "-p",
        folder,
        file("main.js", `${functionCode}${driver}import fs from 'fs';\n${run}`),
      ]);
    }
    file("cloudfront.mjs", stub);
    const code = functionCode.replace("from 'cloudfront'", "from './cloudfront.mjs'");
    return output(process.execPath, [file("main.mjs", `${code}${driver}import fs from 'node:fs';\n${run}`)]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function output(program: string, args: readonly string[]): FunctionAnswer[] {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8", maxBuffer: 2 ** 26 });
  if (status !== 0) throw new Error(`${program}: ${stderr}${stdout}`);
  // njs breaks lines of more than 2,048 bytes.
  return stdout.trimEnd().split("\n");
}

export const hasNjs: boolean = spawnSync("njs", ["-v"]).status === 0;
