import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse as parseHcl } from "@cdktf/hcl2json";
import { root } from "@cloudfront-sign-webcrypto/tools/folders";
import { findPython } from "@cloudfront-sign-webcrypto/tools/python";
import { metrics } from "@opentelemetry/api";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import { App, type Stack } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import {
  createCloudFrontSigner,
  isCloudFrontSignError,
  loadedKey,
  type OnEvent,
  shedLoad,
} from "cloudfront-sign-webcrypto";
import { remoteKey } from "cloudfront-sign-webcrypto/remote";
import { transformSync } from "esbuild";
import { register } from "prom-client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeBlocks } from "../examples/support/code-blocks.ts";
import { keyText } from "../suite/support/keys.ts";
import { awsError, signature } from "../suite/support/remote-keys.ts";
import { end, host, keyPairId, moment } from "../suite/support/signers.ts";

/** What docs/monitoring.md shows works with the real packages of others. */

const page = readFileSync(join(root, "docs/monitoring.md"), "utf8");
/** Inside this package, so that the files find what they import. */
const folder = mkdtempSync(join(import.meta.dirname, "../.monitoring-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** The code of a block in a language; fails unless there is one. */
function block(language: string): string {
  const [, code] = new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, "m").exec(page) ?? [];
  return code ?? expect.fail(`docs/monitoring.md has no block of ${language}`);
}

/** The exports of TypeScript. */
async function load<Exports>(name: string, code: string): Promise<Exports> {
  const file = join(folder, `${name}.mjs`);
  // This file has the library from its sources.
  const own = { isCloudFrontSignError };
  Object.assign(globalThis, { ownLibrary: own });
  const { code: script } = transformSync(code, { loader: "ts", format: "esm" });
  writeFileSync(
    file,
    script.replace(/import (\{[^}]*\}) from "cloudfront-sign-webcrypto";/, "const $1 = ownLibrary;"),
  );
  return (await import(file)) as Exports;
}

const onEventOf = async (name: string) => {
  const found = codeBlocks("page", page).find((one) => one.name === name);
  return (await load<{ onEvent: OnEvent }>(name, found?.code ?? "")).onEvent;
};

/** One of each: a load that fails and one that does not, a signature, a wait, a retry, a failure, a request that is shed. */
async function anIncident(onEvent: OnEvent): Promise<void> {
  let loads = 0;
  let calls = 0;
  const privateKey = remoteKey({
    publicKey: keyText("rsa2048.pub.spki.pem"),
    concurrency: 1,
    onEvent,
    sign: async (bytes) => {
      if (++calls === 1) throw awsError("ThrottlingException");
      if (calls === 5) throw awsError("AccessDeniedException");
      return signature("RSA", bytes);
    },
  });
  const key = loadedKey({
    load: () => {
      if (++loads === 1) throw new Error("down");
      return { keyPairId, privateKey };
    },
    onError: () => {},
    onEvent,
  });
  await key.reload().catch(() => {});
  await key.reload();
  const signer = createCloudFrontSigner({ key, now: () => moment, onEvent });
  const sign = (name: string) => signer.signUrl(`${host}/${name}`, { dateLessThan: end });
  await sign("a");
  await Promise.all([sign("b"), sign("c")]);
  await sign("d").catch(() => {});
  const handle = shedLoad(async () => new Response(null), { maxConcurrent: 1, onEvent });
  await Promise.all([handle(), handle()]);
}

const counts = {
  "call-answered": 3,
  "call-queued": 1,
  "call-retried": 1,
  "call-started": 5,
  "key-load-failed ERR_KEY_LOAD_FAILED": 1,
  "key-loaded": 1,
  "request-shed": 1,
  "sign-failed ERR_SIGNING_FAILED": 1,
  signed: 3,
};
/** The durations of these are recorded. */
const timed = {
  "call-answered": 3,
  "call-retried": 1,
  "call-started": 5,
  "key-load-failed": 1,
  "key-loaded": 1,
  "sign-failed": 1,
  signed: 3,
};

const labelled = ({ type, code }: { type?: unknown; code?: unknown }) =>
  code ? `${type} ${code}` : `${type}`;

it("prometheus.ts counts every event, with its duration and the length of the queue", async () => {
  register.clear();
  await anIncident(await onEventOf("prometheus.ts"));
  const [events, seconds, queue] = await Promise.all(
    ["cloudfront_events_total", "cloudfront_event_seconds", "cloudfront_queue_length"].map((name) =>
      register.getSingleMetric(name)?.get(),
    ),
  );
  const entries = events?.values.map(({ labels, value }) => [labelled(labels), value]);
  expect(Object.fromEntries(entries ?? [])).toEqual(counts);
  const durations = (seconds?.values ?? []) as {
    metricName?: string;
    labels: { type?: unknown };
    value: number;
  }[];
  const counted = durations.filter(({ metricName }) => metricName === "cloudfront_event_seconds_count");
  expect(Object.fromEntries(counted.map(({ labels, value }) => [labels.type, value]))).toEqual(timed);
  expect(queue?.values.map(({ value }) => value)).toEqual([0]);
  expect(await register.metrics()).toContain('cloudfront_events_total{type="signed",code=""} 3');
});

it("opentelemetry.ts records the same", async () => {
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  // Exports when it is told to, not by the clock.
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 2 ** 30 });
  const provider = new MeterProvider({ readers: [reader] });
  metrics.setGlobalMeterProvider(provider);
  try {
    await anIncident(await onEventOf("opentelemetry.ts"));
    await reader.forceFlush();
    const [resource] = exporter.getMetrics();
    const byName = new Map(
      resource?.scopeMetrics
        .flatMap((scope) => scope.metrics)
        .map((one) => [one.descriptor.name, one.dataPoints]),
    );
    const entriesOf = (name: string, read: (value: unknown) => unknown) =>
      Object.fromEntries(
        byName.get(name)?.map(({ attributes, value }) => [labelled(attributes), read(value)]) ?? [],
      );
    expect(entriesOf("cloudfront.events", (value) => value)).toEqual(counts);
    expect(entriesOf("cloudfront.event.duration", (value) => (value as { count: number }).count)).toEqual(
      timed,
    );
    expect(byName.get("cloudfront.queue.length")?.map(({ value }) => value)).toEqual([0]);
  } finally {
    metrics.disable();
    await provider.shutdown();
  }
});

describe("the alarms for CloudFront", () => {
  const given = { distributionId: "EDFDVBD632BHDS", topicArn: "arn:aws:sns:us-east-1:111122223333:alerts" };
  let template: Template;
  beforeAll(async () => {
    type Alarms = new (scope: App, id: string, props: object) => Stack;
    const { CloudFrontAlarms } = await load<{ CloudFrontAlarms: Alarms }>("cdk", block("typescript"));
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

  it("are the same in Terraform and in the CDK", async () => {
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

  it("pass cfn-lint", { timeout: 300_000 }, async ({ skip }) => {
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
    const { stdout, stderr } = spawnSync(python, args, { encoding: "utf8" });
    expect([stdout, stderr]).toEqual([
      expect.stringMatching(/^[^\n]*alarms-with-a-fault\.json:[^\n]*E3012[^\n]*\n+$/),
      "",
    ]);
  });
});
