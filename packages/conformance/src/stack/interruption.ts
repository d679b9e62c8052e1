import { say } from "cloudfront-sign-cli/output/terminal.ts";
import type { Terraform } from "./terraform.ts";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Ctrl-C while there is a stack. The first one ends the questions and removes the stack, the second one also
 * interrupts the removal, the third one ends everything at once.
 */
export class StackInterruption {
  readonly #controller = new AbortController();
  #count = 0;
  #terraform: Terraform | undefined;
  #sayLeft: () => void = () => {};
  /** Whether something of the stack is left. */
  isLeft = false;

  constructor() {
    for (const signal of signals) process.on(signal, () => this.#interrupt());
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** From now on there may be a stack. `sayLeft` tells what is left of it. */
  guard(terraform: Terraform, sayLeft: () => void): void {
    this.#terraform = terraform;
    this.#sayLeft = sayLeft;
  }

  #interrupt(): void {
    this.#count++;
    if (this.#terraform === undefined) process.exit(130);
    if (this.#count === 1) {
      say("Interrupted. The stack is removed first.");
      this.#controller.abort();
    }
    if (this.#count <= 2) {
      this.#terraform.interrupt();
      return;
    }
    this.#terraform.kill();
    this.#sayLeft();
    process.exit(130);
  }
}
