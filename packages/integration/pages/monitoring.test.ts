import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { awsError, signature } from "@cloudfront-sign-webcrypto/testing/support/remote-keys.ts";
import { end, host, keyPairId, moment } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { metrics } from "@opentelemetry/api";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import { createCloudFrontSigner, loadedKey, type OnEvent, shedLoad } from "cloudfront-sign-webcrypto";
import { remoteKey } from "cloudfront-sign-webcrypto/remote";
import { register } from "prom-client";
import { afterAll, expect, it } from "vitest";
import { DocumentedFiles } from "../support/documented-files.ts";

/** The metrics of docs/scale.md, with the packages of Prometheus and OpenTelemetry. */

const files = new DocumentedFiles("scale.md");
afterAll(() => files.remove());
const onEventOf = async (name: string) => (await files.load<{ onEvent: OnEvent }>(name)).onEvent;

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
  "call-failed ERR_SIGNING_FAILED": 1,
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
