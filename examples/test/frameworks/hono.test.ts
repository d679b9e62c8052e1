import { hosts, workerd } from "@cloudfront-sign-webcrypto/tools/runtimes";
import { describeExample } from "./support/describe-example.ts";

/** The real binary of a runtime. */
const pathOf = (name: string): string => hosts.find((host) => host.name === name)?.path ?? name;

describeExample("hono", {
  starts: {
    "npm start": () => ({ command: "npm", args: ["start"] }),
    Bun: () => ({ command: pathOf("bun"), args: ["--bun", "app.js"] }),
    Deno: (port) => ({
      command: pathOf("deno"),
      args: ["serve", "--allow-env", `--port=${port}`, "app.js"],
    }),
    workerd: (port) => ({
      command: workerd,
      args: ["serve", `--socket-addr=http=127.0.0.1:${port}`, "worker.capnp"],
    }),
  },
});
