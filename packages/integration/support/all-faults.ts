import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Fault } from "@cloudfront-sign-webcrypto/testing/faults/fault.ts";

const packages = join(import.meta.dirname, "../..");

// Links are not followed: those of node_modules lead to all packages.
const files = ["core", "media", "diagnosis"].flatMap((name) =>
  readdirSync(join(packages, name, "test"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".faults.ts"))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name)),
);
const modules: Record<string, unknown>[] = await Promise.all(files.map((file) => import(file)));

/** The rows of the tables beside the tests of all libraries, for the pages that show some of them. */
export const allFaults = modules.flatMap((exported) => Object.values(exported).flat()).filter(isFault);

function isFault(exported: unknown): exported is Fault {
  return typeof exported === "object" && exported !== null && "given" in exported && "message" in exported;
}
