import { isIP } from "node:net";
import type { Arguments } from "../command.ts";
import { shownValue } from "../output/shown-value.ts";
import { refuse } from "./refusal.ts";

/** The viewer's address. Any other text would be denied as the wrong address, not as none. */
export function readIpAddress(args: Arguments<"ip-address">): string | undefined {
  const text = args.value("ip-address");
  if (text === undefined || isIP(text) > 0) return text;
  return refuse(`--ip-address: "${shownValue(text)}" is not an IP address; write one such as 203.0.113.7`);
}
