// Runs the configuration of examples/sst as SST does, with Pulumi's mocks instead of its engine: no resource is made.
// Prints what Pulumi would send to the engine. The working directory is the example's.
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const load = createRequire(join(process.cwd(), "sst.config.ts"));
const pulumi = load("@pulumi/pulumi");
const secrets = JSON.parse(process.env.SST_SECRETS ?? "{}");

/** IDs in the form that CloudFront gives them. @type {Record<string, string>} */
const ids = {
  viewers: "K2JCJMDEHXQW5F",
  "viewers-2026-12-01": "K3D5EWEUDCCXON",
  PrivateFilesDistribution: "EDFDVBD632BHDS",
  PrivateFilesAccessControl: "E2QWRUHAPOMQZL",
};
const keyGroupId = "0f6d4f0e-8a5b-4d53-9a3c-7f1f3f5a2b10";

/** What AWS adds to the inputs of a resource. @param {string} type @param {string} name */
function addedByAws(type, name) {
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
    newResource: ({ type, name, inputs }) => ({
      id: type.startsWith("aws:cloudfront/keyGroup:") ? keyGroupId : (ids[name] ?? name.toLowerCase()),
      state: { ...inputs, ...addedByAws(type, name) },
    }),
    call: ({ inputs }) => inputs,
  },
  "private-files",
  "production",
);

const made = [];
/** Inputs and outputs in the form in which they reach the engine and its state. */
const sent = [];
const monitor = pulumi.runtime.getMonitor();
const { registerResource, registerResourceOutputs } = Object.getPrototypeOf(monitor);
monitor.registerResource = (request, callback) => {
  const inputs = request.getObject().toJavaScript();
  sent.push(inputs);
  registerResource.call(monitor, request, (error, response) => {
    if (!error) {
      const state = response.getObject().toJavaScript();
      sent.push(state);
      made.push({ type: request.getType(), name: request.getName(), id: response.getId(), inputs, state });
    }
    callback(error, response);
  });
};
monitor.registerResourceOutputs = (request, callback) => {
  sent.push(request.getOutputs().toJavaScript());
  registerResourceOutputs.call(monitor, request, callback);
};

/** A component of SST, whose inputs are recorded. @param {string} type */
const component = (type) =>
  class extends pulumi.ComponentResource {
    constructor(name, inputs) {
      super(`sst:${type}`, name, inputs);
    }
  };
class Secret extends component("sst:Secret") {
  constructor(name) {
    super(name, {});
    if (!secrets[name]) throw new Error(`${name}: is not set`);
    this.value = pulumi.secret(secrets[name]);
  }
}
class LinkedFunction extends component("aws:Function") {
  constructor(name, { link, ...inputs }) {
    super(name, { ...inputs, links: link.map(({ urn }) => urn) });
  }
}
Object.assign(globalThis, {
  $config: (config) => config,
  $util: pulumi,
  aws: load("@pulumi/aws"),
  sst: {
    Secret,
    Linkable: component("sst:Linkable"),
    aws: { Function: LinkedFunction, permission: (inputs) => ({ type: "aws.permission", ...inputs }) },
  },
});

const { default: config } = await import(pathToFileURL(join(process.cwd(), process.argv[2])).href);
const outputs = await new Promise((resolve) => {
  pulumi.output(config.run()).apply(resolve);
});
await pulumi.runtime.disconnect();
console.log(JSON.stringify({ made, sent, outputs }));
