import { buildSite } from "./build.mjs";

/** In a folder of a host: the site must not rely on being at the top. */
export default (): Promise<void> => buildSite("/cloudfront-sign-webcrypto/");
