import { once } from "node:events";
import { readIpAddress } from "../../arguments/flag-values.ts";
import { refuse } from "../../arguments/refusal.ts";
import { describeRestriction } from "../../arguments/restrict-pattern.ts";
import { publicKeysVariable } from "../../arguments/variables.ts";
import type { Arguments, Command, ExitStatus } from "../../command.ts";
import { verifierFlags } from "../../keys/flags.ts";
import { readVerifier } from "../../keys/read-public-keys.ts";
import { interruption } from "../../output/interruption.ts";
import { print } from "../../output/standard-output.ts";
import { say, sayNote } from "../../output/terminal.ts";
import { program } from "../../program.ts";
import { openAccessLog } from "./access-log.ts";
import { startEdgeServer } from "./edge-server.ts";
import { createLocalEdge } from "./local-edge.ts";
import { readOrigin } from "./read-origin.ts";
import { logRequest } from "./request-log.ts";
import {
  containerNote,
  readCorsHeaders,
  readHost,
  readHostnames,
  readPort,
  serverFlags,
} from "./server-flags.ts";

const flags = {
  ...verifierFlags,
  ...serverFlags,
  "ip-address": {
    value: "IP",
    does: "use this address for every viewer, instead of the real one",
    group: "Request",
  },
} as const;

type ServeFlag = keyof typeof flags;

export const serve: Command<ServeFlag> = {
  forms: ["FOLDER --public-key ID=FILE", "http://localhost:3000 --public-key ID=FILE"],
  flags,
  operands: "paths",
  notes: [
    "Sign URLs with the address that the command prints, such as http://localhost:8080/a.jpg: a signature is for one host name and port.",
    "A folder responds as S3 does, including to Range requests. For /, it returns index.html, as with a default root object; other folders have no index page. / needs a signature if /index.html needs one. Names that start with a dot, links that lead out of the folder, private keys, and names in different letter case are treated as missing.",
    "The server accepts requests for IP addresses, localhost and *.localhost. Other host names need --hostname, because any page can point its own host name at this machine.",
    "If you pass a server, it gets the requests without the signing parameters, with its own name as Host and the viewer's address in X-Forwarded-For. If the server does not respond, the viewer gets a 502.",
    "For each request, the command prints a line on standard error: time, method, path without signing parameters, status, reason, bytes, milliseconds.",
  ],
  examples: [
    {
      does: "Every file of a folder needs a signature; denials say why.",
      line: "serve media --public-key K2JCJMDEHXQW5F=public.pem --explain",
    },
    {
      does: "In front of a server: /private/ needs signatures, and a page on another port may read the responses.",
      line: "serve http://localhost:3000 --public-key K2JCJMDEHXQW5F=public.pem --restrict '/private/*' --cors http://localhost:5173",
    },
    {
      does: "All files except the HTML pages need signatures; every viewer has this address.",
      line: "serve media --public-key K2JCJMDEHXQW5F=public.pem --restrict '!*.html' --restrict '*' --port 0 --ip-address 203.0.113.7",
    },
  ],
  run,
};

async function run(args: Arguments<ServeFlag>): Promise<ExitStatus> {
  const [origin, ...others] = args.positionals;
  if (origin === undefined || others.length > 0)
    refuse(
      `Give one folder to serve, or the address of one server: ${program()} serve media, ${program()} serve http://localhost:3000.`,
    );
  const [host, port] = [readHost(args), readPort(args)];
  const hostnames = readHostnames(args, host);
  const ipAddress = readIpAddress(args);
  const served = readOrigin(origin, port, args);
  const headers = readCorsHeaders(args);
  const verifierOptions = readVerifier(args, [])?.options;
  if (verifierOptions === undefined)
    return refuse(
      `--public-key: is missing; pass --public-key ID=FILE or --key-group DIR, or set ${publicKeysVariable}; ${program()} keygen generates a key pair`,
    );
  const edge = createLocalEdge({
    ...verifierOptions,
    ...served,
    headers,
    explain: args.has("explain"),
    ipAddress,
  });
  const logFile = args.value("log");
  const accessLog = logFile === undefined ? undefined : openAccessLog(logFile, ipAddress);
  const interrupted = interruption();
  const server = await startEdgeServer({
    host,
    port,
    hostnames,
    edge,
    log(record, exchange) {
      logRequest(record);
      accessLog?.(record, exchange);
    },
  });
  await print(`${server.address}\n`);
  say(`${describeRestriction(args.values("restrict"))} Press Ctrl-C to end it.`);
  const note = containerNote(host);
  if (note !== undefined) sayNote(note);
  const { signal } = interrupted;
  if (!signal.aborted) await once(signal, "abort");
  await server.close();
  return interrupted.status;
}
