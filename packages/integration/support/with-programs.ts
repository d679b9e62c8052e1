import { inject, it, type TestContext } from "vitest";

/** The program; a test whose program is missing is skipped, with a line that says how to get it. */
function found(program: string | undefined, install: string, task: TestContext["task"]): string {
  if (program !== undefined) return program;
  task.meta.figure = `NOT RUN, missing here: ${install}`;
  return task.context.skip(task.meta.figure);
}

const forMoto = "apt-get install python3-venv, and a way to PyPI";
const forSoftHsm = "apt-get install softhsm2 g++ make, and the headers of Node.js";

/** A test that gets the address of the moto server that all files share. */
export const itWithMoto = it.extend<{ moto: string }>({
  moto: ({ task }, use) => use(found(inject("moto"), forMoto, task)),
});

/** A test that gets the Python with moto, to start a server of its own. */
export const itWithPython = it.extend<{ python: string }>({
  python: ({ task }, use) => use(found(inject("motoPython"), forMoto, task)),
});

/** A test that gets PHP. */
export const itWithPhp = it.extend<{ php: string }>({
  php: ({ task }, use) => use(found(inject("php"), "apt-get install php-cli", task)),
});

/** A test that gets the PKCS#11 library of SoftHSM. */
export const itWithSoftHsm = it.extend<{ softHsm: string }>({
  softHsm: ({ task }, use) => use(found(inject("softHsm"), forSoftHsm, task)),
});
