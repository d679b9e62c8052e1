import { builtEntries, libraryBuild } from "@cloudfront-sign-webcrypto/build/library-build";
import { oneBase } from "@cloudfront-sign-webcrypto/build/one-base";

const { index: main = "", ...others } = builtEntries(".");

export default { ...libraryBuild(), esbuildPlugins: [oneBase(main, Object.values(others))] };
