import { X509Certificate } from "node:crypto";
import { browsers } from "../runtimes.mjs";
import { type SpawnOptions, SpawnProvider } from "./provider.ts";
import { startOptions } from "./start.ts";

/** Web sites behind a proxy on this machine. */
export interface LocalSites {
  /** The port of the proxy, which answers CONNECT. */
  readonly proxyPort: number;
  /** The certificate of all sites in PEM, whatever names are in it. */
  readonly certificate: string;
  readonly hosts: readonly string[];
}

/** Prefers the page's own choice to what each browser asks people for. */
const withSites: Readonly<Record<string, (start: SpawnOptions, sites: LocalSites) => SpawnOptions>> = {
  chromium: (start, { proxyPort }) =>
    withSwitches(
      start,
      `--proxy-server=http://127.0.0.1:${proxyPort}`,
      "--ignore-certificate-errors",
      "--mute-audio",
      "--autoplay-policy=no-user-gesture-required",
    ),
  firefox: (start, sites) => ({ ...start, files: firefoxProfile(sites) }),
  webkit: (start, { proxyPort }) =>
    withSwitches(
      start,
      `--proxy=http://127.0.0.1:${proxyPort}`,
      "--ignore-tls-errors",
      "--media-playback-requires-user-gesture=false",
    ),
};

/** Starts a browser with a page of these sites, which has to test itself: not every browser has a driver. */
export async function visit(
  name: string,
  url: string,
  sites: LocalSites,
): Promise<{ leave(): Promise<void> }> {
  const path = browsers.find((browser) => browser.name === name)?.path;
  const [start, sited] = [path && startOptions[name]?.(path), withSites[name]];
  if (!start || !sited) throw new Error(`this machine has no ${name}`);
  const provider = new SpawnProvider(sited(start, sites));
  await provider.openPage("page", url);
  return { leave: () => provider.close() };
}

/** The command with further switches before the page. */
function withSwitches(start: SpawnOptions, ...switches: string[]): SpawnOptions {
  return { ...start, command: [...start.command.slice(0, -1), ...switches, "{url}"] };
}

/** Settings of Firefox, which has no switches for them, and its list of certificates that a user has accepted. */
function firefoxProfile({ proxyPort, certificate, hosts }: LocalSites): Record<string, string> {
  const preferences = {
    "network.proxy.type": 1,
    "network.proxy.ssl": "127.0.0.1",
    "network.proxy.ssl_port": proxyPort,
    "media.autoplay.default": 0,
    "browser.shell.checkDefaultBrowser": false,
    "datareporting.policy.dataSubmissionEnabled": false,
  };
  const sha256 = "OID.2.16.840.1.101.3.4.2.1";
  const { fingerprint256 } = new X509Certificate(certificate);
  return {
    "user.js": Object.entries(preferences)
      .map((preference) => `user_pref(${preference.map((part) => JSON.stringify(part)).join()});\n`)
      .join(""),
    "cert_override.txt": hosts.map((host) => `${host}:443:\t${sha256}\t${fingerprint256}\t\n`).join(""),
  };
}
