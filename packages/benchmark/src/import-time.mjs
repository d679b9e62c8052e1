// import-time.mjs MODULE: milliseconds that its first import takes in this process.
import process from "node:process";

const name = process.argv[2] ?? "";
const before = performance.now();
const module = await import(name);
const taken = performance.now() - before;
if (!module) throw new Error(`nothing in ${name}`);
console.log(JSON.stringify(taken));
