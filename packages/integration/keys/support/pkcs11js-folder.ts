import { join } from "node:path";

/** pkcs11js is installed without its binary, which only these tests need. They compile it in this copy. */
export const pkcs11jsFolder = join(import.meta.dirname, "../../node_modules/.cache/pkcs11js");
