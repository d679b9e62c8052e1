// The program that hyperfine runs: program.mjs SUBJECT URLS
import { checkConsumed, consume } from "./consume.mjs";
import { readFixture, urlList } from "./fixture.mjs";
import { rowOf, signAll } from "./subjects.mjs";

// Deno has its own arguments, and takes some 13 ms to create Node.js's process object.
const { Deno: deno } = /** @type {{ Deno?: { args: string[] } }} */ (globalThis);
const [name = "", count = "100"] = deno ? deno.args : process.argv.slice(2);
const row = rowOf(name);
const urls = urlList(row.urls ?? Number(count));
const made = await signAll(row, await readFixture(), urls);
if (made.length !== urls.length) throw new Error(`${name} made ${made.length} of ${urls.length}`);
consume(made);
checkConsumed();
