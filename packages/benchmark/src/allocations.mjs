// allocations.mjs: how many objects, and bytes of them, an operation allocates on the JavaScript heap, garbage included.
// V8's profiler counts them, so other work on the machine changes nothing. It turns off what the optimizing compiler
// would leave out: a warm process allocates at most as much. What is outside the heap, such as keys and the bytes of
// signatures, is not counted. The last line is JSON.
import { Session } from "node:inspector/promises";
import { operationRows } from "./operation-rows.mjs";

const session = new Session();
session.connect();
await session.post("HeapProfiler.enable");

/** @typedef {{ objects: number, bytes: number }} Allocated */

/** @param {() => unknown} work @param {number} times @returns {Promise<Allocated>} */
async function allocated(work, times) {
  await session.post("HeapProfiler.startTrackingHeapObjects", { trackAllocations: true });
  for (let i = 0; i < times; i++) await work();
  let text = "";
  /** @param {{ params: { chunk: string } }} message */
  const add = ({ params }) => {
    text += params.chunk;
  };
  session.on("HeapProfiler.addHeapSnapshotChunk", add);
  await session.post("HeapProfiler.stopTrackingHeapObjects", { reportProgress: false });
  session.off("HeapProfiler.addHeapSnapshotChunk", add);
  const { snapshot, trace_tree: tree } = JSON.parse(text);
  /** @type {string[]} */
  const fields = snapshot.meta.trace_node_fields;
  const [count, size, children] = ["count", "size", "children"].map((name) => fields.indexOf(name));
  if (count === undefined || size === undefined || children === undefined)
    throw new Error("this V8 writes another form of heap snapshots");
  const total = { objects: 0, bytes: 0 };
  /** @param {any[]} nodes */
  const walk = (nodes) => {
    for (let at = 0; at < nodes.length; at += fields.length) {
      total.objects += nodes[at + count];
      total.bytes += nodes[at + size];
      walk(nodes[at + children]);
    }
  };
  walk(tree);
  return total;
}

/** The profiler itself allocates too: the difference of two lengths has only the operation. */
const [few, many] = [50, 250];

/** @param {() => unknown} work @returns {Promise<Allocated>} of one call */
async function perCall(work) {
  for (let i = 0; i < few; i++) await work();
  const [short, long] = [await allocated(work, few), await allocated(work, many)];
  const of = (/** @type {keyof Allocated} */ name) => (long[name] - short[name]) / (many - few);
  return { objects: of("objects"), bytes: of("bytes") };
}

const groups = ["import a key", "sign", "cookies", "verify"];
const results = [];
for (const [group, name, by, work, check] of operationRows) {
  if (!groups.includes(group)) continue;
  await check(await work());
  results.push({ group, name, by, ...(await perCall(work)) });
}
console.log(JSON.stringify({ version: process.versions.node, results }));
