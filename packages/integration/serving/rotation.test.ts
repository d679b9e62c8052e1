import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { type BuiltCommand, buildCommand } from "@cloudfront-sign-webcrypto/testing/support/run-command.ts";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Handed, LoadBalancer } from "./support/load-balancer.ts";
import { type SigningProcess, SigningServer } from "./support/signing-server.ts";

/**
 * A rotation while processes of docs/scale.md come, end and reload late, behind a load balancer, at the
 * times that `cloudfront-sign rotate` plans. Every URL that a viewer got is then asked of a model of CloudFront
 * with edge locations that get a change of the key group at once, or at the end of the deployment.
 */

const [oldId, newId] = ["K2JCJMDEHXQW5F", "K3D5EWEUDCCXON"];
const [oldPublicKey, newPublicKey] = [keyText("rsa2048.pub.spki.pem"), keyText("ecp256.pub.spki.pem")];
const second = 1000;
/** Of the plan below. */
const [deployTime, lifetime] = [1 * second, 4 * 3600 * second];
/** How many URLs each process hands out in each part of the rotation. */
const urlsOfEach = 8;
const flags = [
  ...["--longest-lifetime", "4h", "--deploy-time", "1s", "--reload-after", "60s", "--clock-margin", "1s"],
  ...["--old-key-pair-id", oldId, "--new-key-pair-id", newId],
];

/** When the key group is changed, in epoch milliseconds. */
interface Changes {
  readonly add: number;
  readonly remove: number;
}

const verifiers = new Map<string, ReturnType<typeof createCloudFrontVerifier>>();

/** What an edge location trusts that has each change `delay` after it. */
function verifierAt(time: number, { add, remove }: Changes, delay: number) {
  const publicKeys = {
    ...(time < remove + delay && { [oldId]: oldPublicKey }),
    ...(time >= add + delay && { [newId]: newPublicKey }),
  };
  const ids = Object.keys(publicKeys).join();
  const verifier = verifiers.get(ids) ?? createCloudFrontVerifier({ publicKeys });
  verifiers.set(ids, verifier);
  return verifier;
}

/** The URLs that some edge location denies before they expire. */
async function denied(handed: readonly Handed[], changes: Changes): Promise<Handed[]> {
  const isDenied = async ({ time, url }: Handed): Promise<boolean> => {
    const expiry = Number(new URL(url).searchParams.get("Expires")) * second;
    const moments = [time, time + deployTime, changes.remove - 1, changes.remove + deployTime, expiry - 1];
    for (const at of moments.filter((moment) => moment >= time && moment < expiry))
      for (const delay of [0, deployTime]) {
        const { allowed } = await verifierAt(at, changes, delay).verifyUrl(url, { time: new Date(at) });
        if (!allowed) return true;
      }
    return false;
  };
  const answers = await Promise.all(handed.map(isDenied));
  return handed.filter((_, i) => answers[i]);
}

const idOf = ({ url }: Handed): string | null => new URL(url).searchParams.get("Key-Pair-Id");
const sleepUntil = (time: number) => new Promise((resolve) => setTimeout(resolve, time - Date.now()));

describe.skipIf(process.platform === "win32")("a rotation while processes come and end", () => {
  let command: BuiltCommand;
  let server: SigningServer;
  let balancer: LoadBalancer;
  /** The process whose file nobody replaced. */
  let stuck: SigningProcess;
  let killed: SigningProcess;
  let from: Date;
  /** When all but the stuck process had the new key. */
  let switched: number;
  /** When all processes got their old file again. */
  let rolledBack: number;
  /** When all processes had the new key for good, after a rollback. */
  let finished: number;

  const plan = (...more: readonly string[]): Record<string, number> => {
    const { stdout } = command.runProcess([
      "rotate",
      "--json",
      "--from",
      from.toISOString(),
      ...flags,
      ...more,
    ]);
    const { steps } = JSON.parse(stdout) as { steps: { id: string; notBefore: string }[] };
    return Object.fromEntries(steps.map(({ id, notBefore }) => [id, Date.parse(notBefore)]));
  };
  const changesOf = (dates: Record<string, number>): Changes => ({
    add: dates["add-public-key"] ?? Number.NaN,
    remove: dates["remove-public-key"] ?? Number.NaN,
  });
  /** A time that the command reads, not earlier. */
  const timeText = (time: number) => new Date(Math.ceil(time / second) * second).toISOString();
  const allSign = (id: string, ...but: SigningProcess[]) =>
    balancer.ready.size === 6 &&
    [...balancer.ready].every(([member, ready]) => ready === id || but.includes(member));

  beforeAll(async () => {
    [command, server] = await Promise.all([buildCommand(), SigningServer.build()]);
    const oldKey = [oldId, keyText("rsa2048.pkcs8.pem")] as const;
    const newKey = [newId, keyText("ecp256.pkcs8.pem")] as const;
    const files = ["shared.json", "late.json", "stuck.json"] as const;
    const [shared, late, notReplaced] = files.map((name) => server.writeKey(name, ...oldKey));
    const start = (KEY_FILE = "") => server.start({ KEY_FILE, RELOAD_AFTER_SECONDS: "1" });
    const members = await Promise.all([shared, shared, shared, late, notReplaced].map(start));
    killed = members[0] as SigningProcess;
    stuck = members[4] as SigningProcess;
    balancer = await LoadBalancer.start(...members);
    let isOver = false;
    const crowd = balancer.crowd(6, 50, () => isOver);

    from = new Date(Math.ceil(Date.now() / second) * second);
    await sleepUntil(plan()["switch-signers"] ?? 0);
    await balancer.eachHandsOut(urlsOfEach);
    server.writeKey("shared.json", ...newKey);
    // Scale out in the middle: the new process has the new key, others still have the old one.
    await balancer.add(await start(shared));
    await killed.kill("SIGKILL");
    await balancer.add(await start(shared));
    await balancer.until(() => balancer.ready.size === 6);
    await balancer.eachHandsOut(urlsOfEach);
    server.writeKey("late.json", ...newKey);
    await balancer.until(() => allSign(newId, stuck));
    switched = Date.now();
    // Expiry times have whole seconds.
    await balancer.until(() =>
      balancer.handed.some(({ by, time }) => by === stuck && time > switched + second),
    );
    await balancer.eachHandsOut(urlsOfEach);

    // A rollback, and then the new key again, for the stuck process too.
    rolledBack = Date.now();
    for (const name of files) server.writeKey(name, ...oldKey);
    await balancer.until(() => allSign(oldId));
    await balancer.eachHandsOut(urlsOfEach);
    for (const name of files) server.writeKey(name, ...newKey);
    await balancer.until(() => allSign(newId));
    await balancer.eachHandsOut(urlsOfEach);
    finished = Date.now();
    isOver = true;
    await crowd;
  });
  afterAll(async () => {
    balancer?.close();
    command?.remove();
    await server?.remove();
  });

  it("has URLs of both keys at the same time, of processes that reload and of one that is killed", () => {
    const ids = balancer.handed.map(idOf);
    expect(new Set(ids)).toEqual(new Set([oldId, newId]));
    expect(ids.indexOf(newId)).toBeLessThan(ids.lastIndexOf(oldId));
    // Five processes before the switch, six in each of the four parts after it.
    expect(balancer.handed.length).toBeGreaterThanOrEqual(urlsOfEach * (5 + 4 * 6));
    expect(new Set(balancer.handed.map(({ by }) => by)).size).toBe(7);
    expect(killed.isRunning).toBe(false);
  });

  it("denies no URL before its expiry, if the dates count from when the last process had switched", async () => {
    const changes = changesOf(plan("--switched", timeText(finished)));
    expect(await denied(balancer.handed, changes)).toEqual([]);
  });

  it("denies URLs of the process that kept the old key, if nobody notices it", async () => {
    const beforeRollback = balancer.handed.filter(({ time }) => time < rolledBack);
    const found = await denied(beforeRollback, { ...changesOf(plan()), remove: switched + lifetime });
    expect(new Set(found.map(({ by }) => by))).toEqual(new Set([stuck]));
  });

  it.each([
    [
      "signers switch before the key group has the new key",
      newId,
      (): Changes => {
        const { remove } = changesOf(plan("--switched", timeText(finished)));
        const first = balancer.handed.find((one) => idOf(one) === newId);
        return { add: first?.time ?? Number.NaN, remove };
      },
    ],
    [
      "the old key is removed as soon as the signers have switched",
      oldId,
      (): Changes => {
        const { add } = changesOf(plan());
        return { add, remove: switched };
      },
    ],
  ])("denies URLs if %s", async (_, id, changes) => {
    const found = await denied(balancer.handed, changes());
    expect(new Set(found.map(idOf))).toEqual(new Set([id]));
  });
});
