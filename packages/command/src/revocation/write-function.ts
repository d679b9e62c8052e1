import { fs, nodePath } from "../node-modules.ts";
import { refuse } from "../refusal.ts";
import { functionCode } from "./function-code.ts";

/** Writes the function to a file. One that has other text stays as it is. */
export function writeFunction(path: string): void {
  try {
    fs.mkdirSync(nodePath.dirname(path), { recursive: true });
    fs.writeFileSync(path, functionCode, { flag: "wx" });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "EEXIST" || !fs.statSync(path).isFile())
      refuse(`--out: cannot write the file (${code}); check the folder, or give another`);
    refuseOtherText(path);
  }
}

function refuseOtherText(path: string): void {
  if (fs.readFileSync(path, "utf8") !== functionCode)
    refuse("--out: exists with another text; give another name, or remove the file");
}
