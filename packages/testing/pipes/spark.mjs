// A standalone cluster of Spark on the loopback interface: a master and workers with one core each.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { endWithThis, run } from "../run.mjs";

/** @typedef {import("node:child_process").ChildProcess} ChildProcess */

/** Spark leaves out addresses and ports that a machine may not have. */
const local = { SPARK_LOCAL_IP: "127.0.0.1", SPARK_LOCAL_HOSTNAME: "127.0.0.1", SPARK_NO_DAEMONIZE: "1" };

/**
 * Starts a program of Spark, and waits for a line of its log.
 * @param {string} program
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @param {RegExp} line
 * @returns {Promise<{ child: ChildProcess, found: string }>}
 */
async function start(program, args, env, line) {
  // A group of its own: the executors of a worker end with it.
  const child = spawn(program, args, { env, stdio: ["ignore", "ignore", "pipe"], detached: true });
  endWithThis(child, { hasGroup: true });
  const found = await new Promise((resolve, reject) => {
    let log = "";
    child.stderr.setEncoding("utf8").on("data", (text) => {
      log = (log + text).slice(-20_000);
      const [first] = line.exec(log) ?? [];
      if (first !== undefined) resolve(first);
    });
    child.once("error", reject).once("close", () => reject(new Error(log)));
  });
  return { child, found };
}

/** Ends a program and what it has started. @param {ChildProcess} child */
function end({ pid }) {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended already.
  }
}

/** The command that starts Java programs of Spark. @param {string} python one that has PySpark */
async function sparkClass(python) {
  const program = "import pyspark; print(pyspark.__file__, pyspark.__version__)";
  const { status, stdout, output } = await run(python, ["-c", program]);
  if (status !== 0) throw new Error(output);
  const [file = "", version = ""] = stdout.trim().split(" ");
  return { home: dirname(file), version };
}

export class SparkCluster {
  /** `spark://127.0.0.1:PORT` */
  url = "";
  /** Of PySpark. */
  version = "";
  /** @type {NodeJS.ProcessEnv} */
  #env = {};
  /** @type {Record<string, string>} */
  #flags = {};
  /** @type {ChildProcess[]} */
  #workers = [];
  /** @type {ChildProcess[]} */
  #all = [];

  /**
   * @param {string} python one that has PySpark
   * @param {string} folder for all files, the temporary ones too
   * @param {number} numWorkers
   * @param {string} [javaOptions] of each Java program
   */
  static async start(python, folder, numWorkers, javaOptions = "") {
    const cluster = new SparkCluster();
    const { home, version } = await sparkClass(python);
    cluster.version = version;
    // Killed executors leave their temporary files.
    const options = `-Djava.io.tmpdir=${folder} ${javaOptions}`;
    cluster.#flags = {
      "spark.driver.extraJavaOptions": options,
      "spark.executor.extraJavaOptions": options,
    };
    cluster.#env = {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      JAVA_HOME: process.env.JAVA_HOME,
      ...local,
      SPARK_HOME: home,
      SPARK_LOCAL_DIRS: folder,
      SPARK_DAEMON_JAVA_OPTS: options,
      SPARK_LAUNCHER_OPTS: javaOptions,
      TMPDIR: folder,
      SPARK_MASTER_OPTS: "-Dspark.master.rest.enabled=false",
      PYSPARK_PYTHON: python,
    };
    const program = join(home, "bin/spark-class");
    const address = ["--host", "127.0.0.1", "--port", "0", "--webui-port", "0"];
    try {
      const masterArgs = ["org.apache.spark.deploy.master.Master", ...address];
      const master = await start(program, masterArgs, cluster.#env, /spark:\/\/127\.0\.0\.1:\d+/);
      cluster.#all.push(master.child);
      cluster.url = master.found;
      const workers = Array.from({ length: numWorkers }, async (_, i) => {
        const work = join(folder, `worker-${i + 1}`);
        mkdirSync(work);
        const resources = ["--cores", "1", "--memory", "1g", "--work-dir", work];
        const args = ["org.apache.spark.deploy.worker.Worker", ...address, ...resources, cluster.url];
        const { child } = await start(program, args, cluster.#env, /Successfully registered with master/);
        cluster.#workers.push(child);
        cluster.#all.push(child);
      });
      await Promise.all(workers);
    } catch (error) {
      await cluster.stop();
      throw error;
    }
    return cluster;
  }

  /** What a program with PySpark needs in its environment to use the cluster. @returns {NodeJS.ProcessEnv} */
  get env() {
    const settings = { "spark.ui.enabled": "false", "spark.executor.memory": "512m", ...this.#flags };
    const flags = Object.entries(settings).map(([name, value]) => `--conf "${name}=${value}"`);
    return {
      ...this.#env,
      PYSPARK_SUBMIT_ARGS: `--master ${this.url} --driver-memory 1g ${flags.join(" ")} pyspark-shell`,
    };
  }

  /** kill -9 for a worker. Its executor ends when it notices. */
  async killWorker() {
    const worker = this.#workers.pop();
    if (!worker) throw new Error("there is no worker");
    const closed = once(worker, "exit");
    worker.kill("SIGKILL");
    await closed;
  }

  /** Ends all of it. Then nothing writes into the folder any more. */
  async stop() {
    await Promise.all(
      this.#all.map(async (child) => {
        const isOver = child.exitCode !== null || child.signalCode !== null;
        end(child);
        if (!isOver) await once(child, "exit");
      }),
    );
  }
}
