// Runs the configuration of examples/sst as SST does, with Pulumi's mocks instead of its engine: no resource is made.
// Prints what Pulumi would send to the engine. The working directory is the example's.
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

interface Message {
  toJavaScript(): object;
}
interface Request {
  getType(): string;
  getName(): string;
  getObject(): Message;
  getOutputs(): Message;
}
interface Response {
  getId(): string;
  getObject(): Message;
}
type Callback = (error: Error | null, response: Response) => void;

const load = createRequire(join(process.cwd(), "sst.config.ts"));
const pulumi = load("@pulumi/pulumi");
const secrets = JSON.parse(process.env.SST_SECRETS ?? "{}");

/** IDs in the form that CloudFront gives them. */
const ids: Readonly<Record<string, string>> = {
  viewers: "K2JCJMDEHXQW5F",
  "viewers-2026-12-01": "K3D5EWEUDCCXON",
  PrivateFilesDistribution: "EDFDVBD632BHDS",
  PrivateFilesAccessControl: "E2QWRUHAPOMQZL",
};
const keyGroupId = "0f6d4f0e-8a5b-4d53-9a3c-7f1f3f5a2b10";

/** What AWS adds to the inputs of a resource. */
function addedByAws(type: string, name: string): object {
  if (type.startsWith("aws:s3/bucket:"))
    return {
      arn: `arn:aws:s3:::${name.toLowerCase()}`,
      bucketRegionalDomainName: `${name.toLowerCase()}.s3.eu-central-1.amazonaws.com`,
    };
  if (type.startsWith("aws:cloudfront/distribution:"))
    return {
      arn: `arn:aws:cloudfront::111122223333:distribution/${ids[name]}`,
      domainName: "d111111abcdef8.cloudfront.net",
    };
  return { arn: `arn:aws:secretsmanager:eu-central-1:111122223333:secret:${name}-AbCdEf` };
}

await pulumi.runtime.setMocks(
  {
    newResource: ({ type, name, inputs }: { type: string; name: string; inputs: object }) => ({
      id: type.startsWith("aws:cloudfront/keyGroup:") ? keyGroupId : (ids[name] ?? name.toLowerCase()),
      state: { ...inputs, ...addedByAws(type, name) },
    }),
    call: ({ inputs }: { inputs: object }) => inputs,
  },
  "private-files",
  "production",
);

const made: object[] = [];
/** Inputs and outputs in the form in which they reach the engine and its state. */
const sent: object[] = [];
const monitor = pulumi.runtime.getMonitor();
const { registerResource, registerResourceOutputs } = Object.getPrototypeOf(monitor);
monitor.registerResource = (request: Request, callback: Callback) => {
  const inputs = request.getObject().toJavaScript();
  sent.push(inputs);
  registerResource.call(monitor, request, (error: Error | null, response: Response) => {
    if (!error) {
      const state = response.getObject().toJavaScript();
      sent.push(state);
      made.push({ type: request.getType(), name: request.getName(), id: response.getId(), inputs, state });
    }
    callback(error, response);
  });
};
monitor.registerResourceOutputs = (request: Request, callback: Callback) => {
  sent.push(request.getOutputs().toJavaScript());
  registerResourceOutputs.call(monitor, request, callback);
};

/** A component of SST, whose inputs are recorded. */
const component = (type: string) =>
  class extends pulumi.ComponentResource {
    constructor(name: string, inputs: object) {
      super(`sst:${type}`, name, inputs);
    }
  };
class Secret extends component("sst:Secret") {
  readonly value: unknown;
  constructor(name: string) {
    super(name, {});
    if (!secrets[name]) throw new Error(`${name}: is not set`);
    this.value = pulumi.secret(secrets[name]);
  }
}
class LinkedFunction extends component("aws:Function") {
  constructor(name: string, { link, ...inputs }: { link: { urn: unknown }[] }) {
    super(name, { ...inputs, links: link.map(({ urn }) => urn) });
  }
}
Object.assign(globalThis, {
  $config: (config: unknown) => config,
  $util: pulumi,
  aws: load("@pulumi/aws"),
  sst: {
    Secret,
    Linkable: component("sst:Linkable"),
    aws: {
      Function: LinkedFunction,
      permission: (inputs: object) => ({ type: "aws.permission", ...inputs }),
    },
  },
});

const { default: config } = await import(pathToFileURL(join(process.cwd(), process.argv[2] ?? "")).href);
const outputs = await new Promise((resolve) => {
  pulumi.output(config.run()).apply(resolve);
});
await pulumi.runtime.disconnect();
console.log(JSON.stringify({ made, sent, outputs }));
