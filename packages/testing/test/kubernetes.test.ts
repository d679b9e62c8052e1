import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Deployment } from "kubernetes-models/apps/v1";
import { HorizontalPodAutoscaler } from "kubernetes-models/autoscaling/v2";
import { PodDisruptionBudget } from "kubernetes-models/policy/v1";
import { Service } from "kubernetes-models/v1";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { root } from "../folders.mjs";

/** The Kubernetes objects of docs/scale.md, checked with the schemas of Kubernetes and against the server. */

const page = readFileSync(join(root, "docs/scale.md"), "utf8");
const block = (language: string) =>
  new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, "m").exec(page)?.[1] ?? "";
const server = block("ts file=signing-server.ts");
const objects = parseAllDocuments(block("yaml")).map((document) => {
  expect(document.errors).toEqual([]);
  return document.toJS();
});
const [deployment, service, scaler, budget] = objects;
const { spec: pod, metadata: podMetadata } = deployment.spec.template;
const [container] = pod.containers;
/** The default of a setting of the server. */
const preset = (name: string) => Number(new RegExp(`setting\\("${name}", (\\d+), `).exec(server)?.[1]);

const models = { Deployment, HorizontalPodAutoscaler, PodDisruptionBudget, Service };
type Kind = keyof typeof models;
const validate = (object: { kind: Kind }) => new models[object.kind](object as never).validate();

/** What TypeScript says: the schemas of Kubernetes allow any further name, such as a misspelled one. */
function wrongNames(checked: readonly { kind: Kind; apiVersion: string }[]): string[] {
  const file = join(root, "packages/testing/kubernetes-objects.ts");
  const lines = checked.map((object, i) => {
    const type = `import("kubernetes-models/${object.apiVersion}").I${object.kind}`;
    return `export const object${i}: ${type} = ${JSON.stringify(object)};`;
  });
  const host = ts.createCompilerHost({});
  const { getSourceFile } = host;
  host.getSourceFile = (name, target) =>
    name === file ? ts.createSourceFile(name, lines.join("\n"), target) : getSourceFile(name, target);
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.NodeNext,
    noEmit: true,
    skipLibCheck: true,
    strict: true,
    types: [],
  };
  const program = ts.createProgram([file], options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}

describe("the Kubernetes objects of docs/scale.md", () => {
  it("are valid", () => {
    expect(objects.map(({ kind }) => kind)).toEqual([
      "Deployment",
      "Service",
      "HorizontalPodAutoscaler",
      "PodDisruptionBudget",
    ]);
    for (const object of objects) validate(object);
    expect(wrongNames(objects)).toEqual([]);
  });

  it("would not be valid with a wrong name", () => {
    const copy = structuredClone(deployment);
    copy.spec.template.spec.containers[0].readyProbe = container.readinessProbe;
    expect(wrongNames([copy])).toEqual([expect.stringContaining("readyProbe")]);
  });

  it.each([
    ["a wrong type", (copy: typeof container) => Object.assign(copy.readinessProbe, { periodSeconds: "5s" })],
    ["a missing value", (copy: typeof container) => delete copy.name],
  ])("would not be valid with %s", (_, change) => {
    const copy = structuredClone(deployment);
    change(copy.spec.template.spec.containers[0]);
    expect(() => validate(copy)).toThrow();
  });

  it("select the same pods", () => {
    const { labels } = podMetadata;
    expect(deployment.spec.selector.matchLabels).toEqual(labels);
    expect(service.spec.selector).toEqual(labels);
    expect(budget.spec.selector.matchLabels).toEqual(labels);
    expect(pod.topologySpreadConstraints[0].labelSelector.matchLabels).toEqual(labels);
    const { apiVersion, kind, metadata } = deployment;
    expect(scaler.spec.scaleTargetRef).toEqual({ apiVersion, kind, name: metadata.name });
    expect(scaler.spec.minReplicas).toBeGreaterThanOrEqual(2);
  });

  it("have the ports of the server, and keep the internal one internal", () => {
    expect(container.ports).toEqual([
      { name: "http", containerPort: preset("PORT") },
      { name: "internal", containerPort: preset("INTERNAL_PORT") },
    ]);
    expect(service.spec.ports.map(({ targetPort }: { targetPort: string }) => targetPort)).toEqual(["http"]);
    for (const probe of [container.readinessProbe, container.livenessProbe]) {
      expect(probe.httpGet.port).toBe("internal");
      expect(server).toContain(`"${probe.httpGet.path}"`);
      expect(probe).toMatchObject({
        periodSeconds: expect.any(Number),
        timeoutSeconds: expect.any(Number),
        failureThreshold: expect.any(Number),
      });
    }
  });

  it("mount the folder of the key, in which Kubernetes replaces it", () => {
    const [, file = ""] = /KEY_FILE \?\? "([^"]+)"/.exec(server) ?? [];
    const [mount] = container.volumeMounts;
    expect(mount).toEqual({ name: pod.volumes[0].name, mountPath: dirname(file), readOnly: true });
    expect(page).toContain(
      `kubectl create secret generic ${pod.volumes[0].secret.secretName} --from-file=key.json `,
    );
    expect(file).toBe(`${mount.mountPath}/key.json`);
  });

  it("give the process the time to end what it has begun", () => {
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(preset("DRAIN_SECONDS") + 10);
  });

  it("set what the server reads", () => {
    const env = Object.fromEntries(
      container.env.map(({ name, value }: { name: string; value: string }) => [name, value]),
    );
    expect(env).toEqual({ MAX_CONCURRENT: `${preset("MAX_CONCURRENT")}`, UV_THREADPOOL_SIZE: "2" });
  });
});
