import "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** The installed example. */
    bulk: string;
    /** The address of moto; undefined where Python is missing. */
    moto: string | undefined;
  }
}
