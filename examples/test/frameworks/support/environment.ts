import { dirname } from "node:path";

/** Who may sign in to an example. */
export const account = { user: "ada@example.com", password: "correct horse battery staple" };

/** What Vitest and the matrix set for themselves, and what would be the settings of an example. */
const ofOthers = /^(VITEST|NODE_ENV$|NODE_OPTIONS$|(TEST|DEV|PROD|MODE|SSR|BASE_URL)$|PACKED|CLOUDFRONT_)/;

/** The environment of the programs that an example starts. This Node.js comes first in the PATH. */
export function exampleEnvironment(): Record<string, string> {
  const { PATH = "", ...others } = process.env;
  const own = Object.entries(others).filter(([name]) => !ofOthers.test(name)) as [string, string][];
  return {
    ...Object.fromEntries(own),
    PATH: `${dirname(process.execPath)}:${PATH}`,
    NO_COLOR: "1",
    NEXT_TELEMETRY_DISABLED: "1",
    NUXT_TELEMETRY_DISABLED: "1",
  };
}

/** What every example reads, besides `PORT`. `CDN_ORIGIN` is the local CloudFront or what stands for it. */
export const settings = (cdnOrigin: string, keyPairId: string, privateKey: string) => ({
  CDN_ORIGIN: cdnOrigin,
  CLOUDFRONT_KEY_PAIR_ID: keyPairId,
  CLOUDFRONT_PRIVATE_KEY: privateKey,
  LOGIN_USER: account.user,
  LOGIN_PASSWORD: account.password,
  SESSION_SECRET: "4c1f0e9ab37d58620d9e6fb1c827a453",
  NODE_ENV: "production",
});
