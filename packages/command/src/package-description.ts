import { fs } from "./node-modules.ts";

/** What `package.json` says of this package. */
interface PackageDescription {
  readonly name: string;
  readonly version: string;
  /** The address of its issues. */
  readonly bugs: string;
}

export function packageDescription(): PackageDescription {
  return JSON.parse(fs.readFileSync(new URL("../package.json", import.meta.url), "utf8"));
}
