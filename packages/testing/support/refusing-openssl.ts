import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** An OpenSSL that refuses SHA-1: what it refuses, and the configuration that makes it so. */
export interface RefusingOpenssl {
  readonly name: string;
  readonly refuses: readonly ("digest" | "sign" | "verify" | "PBKDF2")[];
  /** The file for OPENSSL_CONF; `undefined` where `missing` says what this machine lacks. */
  readonly config: string | undefined;
  readonly missing: string;
}

/** A signature that OpenSSL refuses ended the process before (CVE-2025-23166). */
export const fixOfCrash = "Node.js 20.19.2, 22.15.1, 24.0.2 or newer";

const folder = mkdtempSync(join(tmpdir(), "refusing-openssl-"));

export function removeRefusingOpenssl(): void {
  rmSync(folder, { recursive: true, force: true });
}

/** Every one that can be made on this machine, and what the others lack. */
export function refusingOpenssls(): readonly RefusingOpenssl[] {
  return [
    {
      name: "a provider without SHA-1",
      refuses: ["digest", "sign", "verify", "PBKDF2"],
      config: providerConfig(),
      missing: "a C compiler (cc)",
    },
    {
      name: "the FIPS provider with signature-digest-check",
      refuses: ["sign"],
      config: fipsConfig(),
      missing:
        "OpenSSL's FIPS provider 3.4 or newer (Debian 13: apt-get install openssl-provider-fips, or set OPENSSL_FIPS_MODULE to its fips.so)",
    },
  ];
}

function providerConfig(): string | undefined {
  const source = join(import.meta.dirname, "openssl/refuse-sha1.c");
  const module = join(folder, "refuse-sha1.so");
  const { status } = spawnSync("cc", ["-shared", "-fPIC", "-Wall", "-Werror", "-o", module, source]);
  if (status !== 0) return undefined;
  return writeConfig(
    "provider.cnf",
    `[providers]
default = default_provider
refuse-sha1 = refusing_provider
[default_provider]
activate = 1
[refusing_provider]
module = ${module}
activate = 1
[algorithms]
default_properties = ?sha1.refused=yes
`,
  );
}

/** SHA-1 in signatures is not approved (NIST SP 800-131A): what OpenSSL refuses with this check. */
function fipsConfig(): string | undefined {
  const module = fipsModule();
  if (module === undefined) return undefined;
  const section = join(folder, "fips-section.cnf");
  const install = ["fipsinstall", "-module", module, "-out", section, "-provider_name", "fips"];
  if (spawnSync("openssl", install).status !== 0) return undefined;
  return writeConfig(
    "fips.cnf",
    `[providers]
fips = fips_sect
base = base_provider
[base_provider]
activate = 1
[algorithms]
default_properties = fips=yes
${readFileSync(section, "utf8")}
module = ${module}
signature-digest-check = 1
`,
  );
}

function fipsModule(): string | undefined {
  const { stdout } = spawnSync("openssl", ["version", "-m"], { encoding: "utf8" });
  const modules = /"(.*)"/.exec(stdout ?? "")?.[1] ?? "";
  return [process.env.OPENSSL_FIPS_MODULE ?? "", join(modules, "fips.so")].find(existsSync);
}

function writeConfig(name: string, sections: string): string {
  const path = join(folder, name);
  writeFileSync(
    path,
    `nodejs_conf = init\nopenssl_conf = init\n[init]\nproviders = providers\nalg_section = algorithms\n${sections}`,
  );
  return path;
}
