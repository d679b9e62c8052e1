import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse as parseHcl } from "@cdktf/hcl2json";
import { integration, root } from "@cloudfront-sign-webcrypto/testing/folders";
import { findPython } from "@cloudfront-sign-webcrypto/testing/python";
import { run } from "@cloudfront-sign-webcrypto/testing/run";
import { App, type Stack } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import { transformSync } from "esbuild";
import { afterAll, beforeAll, expect, it } from "vitest";

/** The alarms of docs/scale.md: the Terraform code, and the stack of the CDK, which is synthesized. */

const page = readFileSync(join(root, "docs/scale.md"), "utf8");
/** Inside this package, so that the stack finds the CDK. */
const folder = mkdtempSync(join(integration, ".examples-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** The code of a block in a language; fails unless there is one. */
function block(language: string): string {
  const [, code] = new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, "m").exec(page) ?? [];
  return code ?? expect.fail(`docs/scale.md has no block of ${language}`);
}

const given = { distributionId: "EDFDVBD632BHDS", topicArn: "arn:aws:sns:us-east-1:111122223333:alerts" };
let template: Template;
beforeAll(async () => {
  const file = join(folder, "alarms.mjs");
  writeFileSync(file, transformSync(block("typescript"), { loader: "ts", format: "esm" }).code);
  const { CloudFrontAlarms } = (await import(file)) as {
    CloudFrontAlarms: new (scope: App, id: string, props: object) => Stack;
  };
  const app = new App({ outdir: join(folder, "cdk.out") });
  template = Template.fromStack(
    new CloudFrontAlarms(app, "Alarms", { env: { region: "us-east-1" }, ...given }),
  );
});

/** The alarms of the CDK with the names of Terraform. */
const alarmsOfCdk = () =>
  Object.values(template.findResources("AWS::CloudWatch::Alarm")).map(({ Properties }) => ({
    ...Object.fromEntries(
      Object.entries(Properties as Record<string, unknown>).map(([name, value]) => [
        name.replace(/(?!^)[A-Z]/g, "_$&").toLowerCase(),
        value,
      ]),
    ),
    dimensions: Object.fromEntries(
      (Properties.Dimensions as { Name: string; Value: string }[]).map(({ Name, Value }) => [Name, Value]),
    ),
  }));

it("the alarms are the same in Terraform and in the CDK", async () => {
  const code = block("hcl")
    .replaceAll("var.distribution_id", JSON.stringify(given.distributionId))
    .replaceAll("var.topic_arn", JSON.stringify(given.topicArn));
  const { resource } = (await parseHcl("main.tf", code)) as {
    resource: Record<string, Record<string, { provider?: string }[]>>;
  };
  const alarms = Object.values(resource.aws_cloudwatch_metric_alarm ?? {}).map(([alarm]) => alarm);
  expect(alarms.map((alarm) => alarm?.provider)).toEqual(Array(2).fill(`\${aws.us_east_1}`));
  expect(alarmsOfCdk()).toEqual(alarms.map(({ provider: _, ...alarm } = {}) => alarm));
  expect(resource.aws_cloudfront_monitoring_subscription?.additional_metrics).toEqual([
    {
      distribution_id: given.distributionId,
      monitoring_subscription: [
        { realtime_metrics_subscription_config: [{ realtime_metrics_subscription_status: "Enabled" }] },
      ],
    },
  ]);
  template.hasResourceProperties("AWS::CloudFront::MonitoringSubscription", {
    DistributionId: given.distributionId,
    MonitoringSubscription: {
      RealtimeMetricsSubscriptionConfig: { RealtimeMetricsSubscriptionStatus: "Enabled" },
    },
  });
});

it("the alarms pass cfn-lint", { timeout: 300_000 }, async ({ skip }) => {
  const { python, problem } = await findPython([join(import.meta.dirname, "support/cfn-lint.txt")]);
  if (python === undefined) {
    console.log(`Not run: cfn-lint. ${problem}`);
    return skip();
  }
  const text = JSON.stringify(template.toJSON());
  const good = join(folder, "alarms.json");
  const bad = join(folder, "alarms-with-a-fault.json");
  writeFileSync(good, text);
  writeFileSync(bad, text.replace('"Threshold":5', '"Threshold":"many"'));
  const program = "import sys; from cfnlint.runner import main; sys.exit(main())";
  const args = ["-c", program, "--regions", "us-east-1", "--format", "parseable", "--", good, bad];
  const { output } = await run(python, args, { seconds: 280 });
  expect(output).toMatch(/^[^\n]*alarms-with-a-fault\.json:[^\n]*E3012[^\n]*\n+$/);
});
