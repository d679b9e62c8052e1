// Stands for Terraform: `STAND_IN` says how each step ends, and LOG in its folder gets a line for each call.
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * @typedef {"ok" | "fails" | "hangs" | "stubborn"} End `hangs` ends when it is interrupted, `stubborn` never
 * @typedef {{ version?: string, origin: string, init?: End, apply?: End, destroy?: End }} StandIn
 */

const own = dirname(fileURLToPath(import.meta.url));
/** @type {StandIn} */
const { version = "1.11.4", origin, ...ends } = JSON.parse(readFileSync(join(own, "stand-in.json"), "utf8"));
const [, , step = "", ...rest] = process.argv;
appendFileSync(join(own, "log"), `${JSON.stringify({ step, rest, folder: process.cwd() })}\n`);

const state = "terraform.tfstate";
const keyPairIds = { rsa: "KRSACONFORMANCE", ec: "KECCONFORMANCE1" };

/** @param {"init" | "apply" | "destroy"} name */
async function end(name) {
  const how = ends[name] ?? "ok";
  if (how === "fails") process.exit(1);
  if (how === "ok") return;
  process.on("SIGINT", () => {
    appendFileSync(join(own, "log"), `${JSON.stringify({ step: `${name} interrupted` })}\n`);
    if (how === "hangs") process.exit(1);
  });
  process.stdout.write(`${name} hangs\n`);
  await new Promise((resolve) => setTimeout(resolve, 60_000));
}

switch (step) {
  case "version":
    process.stdout.write(`${JSON.stringify({ terraform_version: version })}\n`);
    break;
  case "init":
    await end("init");
    break;
  case "apply":
    for (const file of ["main.tf", "terraform.tfvars.json", "rsa.public.pem", "ec.public.pem"])
      if (!existsSync(file)) throw new Error(`${file} is missing`);
    writeFileSync(state, "{}");
    await end("apply");
    break;
  case "output":
    process.stdout.write(
      JSON.stringify({
        origin: { value: origin },
        rsa_key_pair_id: { value: keyPairIds.rsa },
        ec_key_pair_id: { value: keyPairIds.ec },
        bucket: { value: "cloudfront-sign-conformance-secret-bucket" },
      }),
    );
    break;
  case "destroy":
    await end("destroy");
    rmSync(state, { force: true });
    break;
  case "state":
    process.stdout.write("data.aws_iam_policy_document.objects\naws_cloudfront_distribution.conformance\n");
    break;
}
