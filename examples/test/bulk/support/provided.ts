import { inject } from "vitest";

// What support/install.ts provides. Without a declaration: one would be that of every Vitest configuration here.
/** The folder of the installed example. */
export const bulk: string = inject("bulk" as never);
/** The address of moto; undefined where Python is missing. */
export const moto: string | undefined = inject("moto" as never);
