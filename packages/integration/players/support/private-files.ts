import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cachedFolder } from "@cloudfront-sign-webcrypto/testing/cached-folder";
import { ffmpeg } from "@cloudfront-sign-webcrypto/testing/runtimes";
import { folderOrigin } from "cloudfront-sign-cli/commands/serve/folder-origin.ts";

/** As fast as the film comes, so that no browser has all of it when the page seeks: bytes a second. */
const filmRate = 700_000;

/**
 * The folder with `course/42`, made once: a minute of a moving picture as `film.webm` and `film.mp4`, a picture, a text
 * and a download.
 */
export const privateFiles = (): Promise<string> =>
  cachedFolder("players-files", [readFileSync(import.meta.filename)], makeFiles);

function makeFiles(folder: string): void {
  const course = join(folder, "course/42");
  mkdirSync(course, { recursive: true });
  const run = (...args: string[]) =>
    execFileSync(ffmpeg.path ?? "", ["-v", "error", ...args], { cwd: course });
  const picture = ["-f", "lavfi", "-i", "testsrc=size=320x180:rate=8:duration=4,noise=alls=40:allf=t"];
  run(
    ...picture,
    ..."-c:v libvpx -deadline realtime -cpu-used 8 -b:v 2M -minrate 2M -g 8 part.webm".split(" "),
  );
  run(...picture, ..."-c:v libx264 -preset ultrafast -pix_fmt yuv420p -b:v 2M -g 8 part.mp4".split(" "));
  for (const type of ["webm", "mp4"])
    run("-stream_loop", "14", "-i", `part.${type}`, "-c", "copy", `film.${type}`);
  run("-i", "part.mp4", "-frames:v", "1", "cover.png");
  for (const name of ["handout.pdf", "notes.txt"]) writeFileSync(join(course, name), name);
  writeFileSync(join(course, "page.html"), "<script>parent.ranOn = location.origin;</script>");
}

/** Answers with the files of the folder, and with the film slowly. */
export function slowOrigin(folder: string): (request: Request) => Promise<Response> {
  const files = folderOrigin(folder);
  return async (request) => slowFilm(request, await files(request));
}

function slowFilm(request: Request, response: Response): Response {
  if (!new URL(request.url).pathname.includes("/film.")) return response;
  const slow = new TransformStream<Uint8Array, Uint8Array>({
    async transform(chunk, controller) {
      controller.enqueue(chunk);
      await new Promise((resolve) => setTimeout(resolve, (chunk.length / filmRate) * 1000));
    },
  });
  return new Response(response.body?.pipeThrough(slow), response);
}
