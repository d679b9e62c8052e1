// The program that hyperfine runs: program.mjs SUBJECT URLS
import { checkConsumed, consume } from "./consume.mjs";
import { readFixture, urlList } from "./fixture.mjs";
import { loadSubject, outputs } from "./subjects.mjs";

// Deno has its own arguments, and takes some 13 ms to create Node.js's process object.
const { Deno: deno } = /** @type {{ Deno?: { args: string[] } }} */ (globalThis);
const [name = "", count = "100"] = deno ? deno.args : process.argv.slice(2);
const subject = await loadSubject(name);
const made = await subject(await readFixture(), urlList(Number(count)));
if (made.length !== outputs(name, Number(count))) throw new Error(`${name} made ${made.length} of ${count}`);
consume(made);
checkConsumed();
