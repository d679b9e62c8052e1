import { runConformance } from "./conformance.ts";

void runConformance(process.argv.slice(2));
