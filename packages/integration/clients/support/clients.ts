import { spawn } from "node:child_process";
import { join } from "node:path";
import { findPython } from "@cloudfront-sign-webcrypto/testing/python";
import { run } from "@cloudfront-sign-webcrypto/testing/run";

/** An HTTP client of users: a program that requests each URL from its standard input. */
export interface Client {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** The input for one URL; by default the URL and a line feed. */
  readonly line?: (url: string) => string;
}

/** A client that is missing on this machine, and how to get it. */
export interface MissingClient {
  readonly name: string;
  readonly install: string;
}

const programs = join(import.meta.dirname, "../programs");
const node = (name: string): Client => ({
  name: `Node.js ${name}`,
  command: process.execPath,
  args: [join(programs, "client.mjs"), name],
});
const java = (name: string): Client => ({
  name: `Java ${name}`,
  command: "java",
  // It starts quicker with one compiler and one collector.
  args: ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", join(programs, "Client.java"), name],
});
const curl: Client = {
  name: "curl",
  command: "curl",
  args: ["--disable", "--silent", "--show-error", "--config", "-"],
  line: (url) => `url = "${url}"\n`,
};
const go: Client = { name: "Go net/http", command: "go", args: ["run", join(programs, "client.go")] };

/** Some systems have a program with that name that only prints how to install the real one. */
const works = async (command: string, arg: string): Promise<boolean> =>
  (await run(command, [arg])).status === 0;

export async function findClients(): Promise<(Client | MissingClient)[]> {
  const [{ python, problem }, hasCurl, hasGo, hasJava] = await Promise.all([
    findPython([join(programs, "requirements.txt")]),
    works("curl", "--version"),
    works("go", "version"),
    // Not java: running a source file needs the compiler.
    works("javac", "-version"),
  ]);
  const orMissing = (has: boolean, client: Client, install: string): Client | MissingClient =>
    has ? client : { name: client.name, install };
  return [
    node("fetch"),
    node("http.get(string)"),
    node("http.get(URL)"),
    orMissing(hasCurl, curl, "apt-get install curl"),
    ...["requests", "urllib3", "httpx", "aiohttp"].map((name) =>
      orMissing(python !== undefined, pythonClient(python, name), problem ?? ""),
    ),
    orMissing(hasGo, go, "apt-get install golang-go"),
    ...["HttpClient", "HttpURLConnection"].map((name) =>
      orMissing(hasJava, java(name), "apt-get install default-jdk-headless"),
    ),
  ];
}

function pythonClient(python: string | undefined, name: string): Client {
  return { name: `Python ${name}`, command: python ?? "", args: [join(programs, "client.py"), name] };
}

/** Without proxies, and without downloads or builds that the program does not need. */
const { http_proxy, HTTP_PROXY, all_proxy, ALL_PROXY, ...environment } = process.env;
const env = { ...environment, CGO_ENABLED: "0", GOTOOLCHAIN: "local" };

/** @returns its output, standard error included, when it has ended */
export function send(
  { command, args, line = (url) => `${url}\n` }: Client,
  urls: readonly string[],
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env, stdio: ["pipe", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    }
    child.once("error", reject).once("close", () => resolve(output));
    // A program that ends early prints why.
    child.stdin.on("error", () => {}).end(urls.map(line).join(""));
  });
}
