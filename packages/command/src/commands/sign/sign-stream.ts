import { type InputLine, InputLines } from "../../arguments/input-lines.ts";
import type { ExitStatus } from "../../command.ts";
import { interruption } from "../../output/interruption.ts";
import { Progress } from "../../output/progress.ts";
import { print } from "../../output/standard-output.ts";
import { printable, say, sayNote } from "../../output/terminal.ts";
import { type OutputOptions, outputLine, readJsonLine, readUrlLine, type SignInput } from "./sign-input.ts";
import { describeFailure, type Failure, refuseFailure, type SignOne } from "./url-signing.ts";

/** Batches in progress at a time: while one is written, the threads have the next. */
const concurrentBatches = 4;

type SignedLine = readonly [input: SignInput | undefined, result: string | Failure];

/**
 * Signs the lines of standard input. Whole lines are printed, in the order of the input and as soon as they
 * are signed; memory is that of some batches.
 */
export async function signStream(signOne: SignOne, options: OutputOptions): Promise<ExitStatus> {
  const readLine = options.isJson ? readJsonLine : readUrlLine;
  const interrupted = interruption();
  const { signal } = interrupted;
  const lines = new InputLines(signal);
  const progress = new Progress("signed");
  const signLine = async (line: InputLine): Promise<SignedLine> => {
    const input = readLine(line);
    return typeof input === "string" ? [undefined, { message: input }] : [input, await signOne(input)];
  };
  const signBatch = (batch: readonly InputLine[]): Promise<SignedLine[]> => Promise.all(batch.map(signLine));
  const { Readable } = process.getBuiltinModule("node:stream");
  const batches: AsyncIterable<SignedLine[]> = Readable.from(lines).map(signBatch, {
    concurrency: concurrentBatches,
  });
  let numRead = 0;
  let numSigned = 0;
  for await (const batch of batches) {
    let output = "";
    const signedLines: number[] = [];
    let failed: readonly [place: string, failure: Failure] | undefined;
    for (const [input, result] of batch) {
      numRead++;
      if (typeof result === "string" && input !== undefined) {
        output += `${outputLine(input, result, options)}\n`;
        numSigned++;
        signedLines.push(numRead);
      } else if (typeof result === "object") {
        failed = [placeOf(numRead, input), result];
        if (!options.isSkipping) break;
        progress.clear();
        say(describeFailure(...failed));
      }
    }
    const numBefore = numRead - batch.length;
    const isRead = await print(
      output,
      0,
      (numWritten) => `It ends after ${lineToGoOnFrom(signedLines[numWritten - 1] ?? numBefore)}`,
      signal,
    );
    if (!isRead) {
      say(
        numBefore === 0
          ? "Interrupted before the program that reads the output took the first lines. It may have some: remove them, and start again."
          : `Interrupted while the program that reads the output had stopped. Keep what it has of lines 1 to ${lineToGoOnFrom(numBefore)}`,
      );
      process.exit(interrupted.status);
    }
    if (failed !== undefined && !options.isSkipping) {
      progress.clear();
      refuseFailure(...failed, 1, numSigned > 0 ? "The lines before it are signed." : undefined);
    }
    progress.update(numSigned, lines.part);
  }
  progress.clear();
  if (signal.aborted) {
    say(
      numRead === 0 ? "Interrupted before the first line." : `Interrupted after ${lineToGoOnFrom(numRead)}`,
    );
    return interrupted.status;
  }
  const numSkipped = numRead - numSigned;
  if (numRead === 0) sayNote(emptyNote);
  else if (numSkipped > 0 && !options.isJson) sayNote(skippedNote(numSkipped));
  return numSkipped === 0 ? 0 : 1;
}

/**
 * An empty input is valid. It also is what is left of a file that the shell has emptied for the end of the pipe, or what a
 * program writes that failed.
 */
const emptyNote =
  "Standard input was empty, so nothing was signed. If the output goes to the file that was to be read, the shell empties it first: write to another file. If the program that writes the list failed, bash reports it only after set -o pipefail.";

function skippedNote(count: number): string {
  return `${count === 1 ? "1 line was" : `${count} lines were`} skipped, so the line numbers of the output are not those of the input. To join both, use --json, with an id in each line.`;
}

function lineToGoOnFrom(last: number): string {
  return `line ${last}; to go on from there: tail -n +${last + 1} FILE`;
}

/** The number of a line, and its own `id` if it has one. */
function placeOf(number: number, input: SignInput | undefined): string {
  return input?.id === undefined ? `line ${number}` : `line ${number} (id ${printable(input.id)})`;
}
