import { checkSettings } from "./lib/settings.js";

/** Next.js calls it at the start of the server, before the first request. */
export function register() {
  checkSettings();
}
