import type { ExitStatus } from "../command.ts";
import { print } from "../standard-output.ts";
import { say } from "../terminal.ts";
import { type OutputOptions, outputLine } from "./output-line.ts";
import { describeFailure, refuseFailure, type SignOne } from "./url-signing.ts";

/** Signs the URLs of the arguments, all of them before any is printed: a wrong one leaves nothing half done. */
export async function signList(
  signOne: SignOne,
  urls: readonly string[],
  options: OutputOptions,
): Promise<ExitStatus> {
  const inputs = urls.map((url) => ({ url }));
  const results = await Promise.all(inputs.map(signOne));
  let output = "";
  let status: ExitStatus = 0;
  for (const [i, input] of inputs.entries()) {
    const result = results[i];
    if (typeof result === "string") output += `${outputLine(input, result, options)}\n`;
    else if (result !== undefined) {
      const place = urls.length === 1 ? "url" : `url ${i + 1} of ${urls.length}`;
      if (!options.isSkipping) refuseFailure(place, result, 2);
      say(describeFailure(place, result));
      status = 1;
    }
  }
  await print(output);
  return status;
}
