// aws-cli-vectors.mjs AWS: runs the lines in aws-cli.json with that AWS CLI, version 1, and writes
// its results into the file: python3 -m venv v && v/bin/pip install awscli==VERSION, then AWS is v/bin/aws.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { addProgram, awsCliFolder } from "../support/aws-cli-folder.mjs";

const file = join(import.meta.dirname, "aws-cli.json");
const vectors = JSON.parse(readFileSync(file, "utf8"));
const aws = resolve(process.argv[2] ?? "aws");
const { folder, env, remove } = awsCliFolder();
addProgram(folder, "aws", `'${aws}'`);

/** @param {string} line a line of a POSIX shell */
function run(line) {
  const { status, stdout, stderr } = spawnSync("sh", ["-c", line], { cwd: folder, env, encoding: "utf8" });
  return { status, stdout, stderr: stderr.trim() };
}

const { stdout } = run("aws --version");
vectors.version = /^aws-cli\/(\S+)/.exec(stdout)?.[1];
for (const one of vectors.equal) {
  const { status, stdout, stderr } = run(one.line);
  if (status !== 0) throw new Error(`${one.line}\n${stderr}`);
  one.output = stdout;
}
for (const one of vectors.different) {
  const { status, stdout, stderr } = run(one.line);
  one.status = status;
  // What differs is in front of the signature.
  one.output = stdout.replace(/(?<=Signature=)[\w~-]{9,}/, "…").slice(0, 400);
  // Its last line; version 1 prints the key itself with one of them.
  one.error = stderr.split("\n").at(-1)?.replace(folder, "").slice(0, 90);
}
writeFileSync(file, `${JSON.stringify(vectors, undefined, 2)}\n`);
remove();
console.log(`${vectors.equal.length + vectors.different.length} lines with the AWS CLI ${vectors.version}`);
