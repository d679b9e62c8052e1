import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";

/**
 * A folder in which Kubernetes mounts a secret, changed as the kubelet does it: a new folder with all files,
 * a rename of the link `..data` from the old folder to the new one, and the old folder is removed.
 */
export class MountedSecret {
  readonly folder: string;

  constructor(parent: string) {
    this.folder = join(parent, "mounted");
    mkdirSync(this.folder);
  }

  write(files: Readonly<Record<string, string>>): void {
    const data = join(this.folder, "..data");
    const old = existsSync(data) ? readlinkSync(data) : undefined;
    const version = mkdtempSync(join(this.folder, "..2026_01_01_"));
    for (const [name, content] of Object.entries(files)) {
      writeFileSync(join(version, name), content);
      if (old === undefined) symlinkSync(join("..data", name), join(this.folder, name));
    }
    const link = join(this.folder, "..data_tmp");
    symlinkSync(basename(version), link);
    renameSync(link, data);
    if (old !== undefined) rmSync(join(this.folder, old), { recursive: true });
  }
}
