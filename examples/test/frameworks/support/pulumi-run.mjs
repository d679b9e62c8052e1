// pulumi-run.mjs: runs run() of sst.config.ts in the working directory against Pulumi's mocks, and prints the resources
// and outputs as JSON. SST makes the globals; a resource gets an ID, an ARN and a domain as AWS gives them.
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const fromExample = createRequire(join(process.cwd(), "package.json"));
/** @param {string} name */
const load = (name) => import(pathToFileURL(fromExample.resolve(name)).href).then((module) => module.default);

const pulumi = await load("@pulumi/pulumi");
/** @type {import("./pulumi-resources.ts").Resource[]} */
const resources = [];
await pulumi.runtime.setMocks({
  /** @param {Pick<import("./pulumi-resources.ts").Resource, "type" | "name" | "inputs">} resource */
  newResource({ type, name, inputs }) {
    const id =
      type === "aws:cloudfront/publicKey:PublicKey"
        ? `K2JCJMDEHXQW${resources.length}F`
        : `${name}-${resources.length}`;
    const added = {
      name: inputs.name ?? name,
      arn: `arn:aws:${type.split(/[:/]/)[1]}::123456789012:${id}`,
      domainName: "d111111abcdef8.cloudfront.net",
      bucketRegionalDomainName: `${name}.s3.us-east-1.amazonaws.com`,
    };
    resources.push({ type, name, id, inputs, state: added });
    return { id, state: { ...inputs, ...added } };
  },
  /** @param {{ inputs: object }} call */
  call: ({ inputs }) => inputs,
});
Object.assign(globalThis, {
  aws: await load("@pulumi/aws"),
  $util: pulumi,
  $config: (/** @type {object} */ config) => config,
});

const { default: config } = await import(pathToFileURL(join(process.cwd(), "sst.config.ts")).href);
const outputs = await new Promise((resolve) => {
  pulumi.output(config.run()).apply(resolve);
});
await pulumi.runtime.disconnect();
console.log(JSON.stringify({ app: config.app(), resources, outputs }));
