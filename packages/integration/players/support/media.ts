import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cachedFolder } from "@cloudfront-sign-webcrypto/testing/cached-folder";
import { ffmpeg } from "@cloudfront-sign-webcrypto/testing/runtimes";

/**
 * The folder with `course/42`, made once: a test picture and a tone, in segments of two seconds, as
 * - `index.m3u8`: HLS with two variants and an initialization segment,
 * - `index.mpd`: DASH with a segment template,
 * - `files/index.mpd`: DASH with a file for the picture and one for the tone, and byte ranges of them,
 * - `encrypted/index.m3u8`: HLS with an AES-128 key,
 * - `ranges/index.m3u8`: HLS with byte ranges of one file.
 */
export function videoFolder(seconds = 8, framesPerSecond = 24): Promise<string> {
  const inputs = [readFileSync(import.meta.filename), `${seconds} ${framesPerSecond}`];
  return cachedFolder("players-video", inputs, (folder) => {
    const course = join(folder, "course/42");
    mkdirSync(course, { recursive: true });
    makeVideo(course, seconds, framesPerSecond);
  });
}

function makeVideo(folder: string, seconds: number, framesPerSecond: number): void {
  const path = ffmpeg.path;
  if (!path) throw new Error(`no ffmpeg: ${ffmpeg.install}`);
  for (const name of ["0", "1", "encrypted", "files", "ranges"]) mkdirSync(join(folder, name));
  const run = (...args: string[]) =>
    execFileSync(path, ["-v", "error", "-y", ...args], { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
  const picture = ["-f", "lavfi", "-i", `testsrc=size=320x180:rate=${framesPerSecond}:duration=${seconds}`];
  const tone = ["-f", "lavfi", "-i", `sine=frequency=440:duration=${seconds}`];
  const h264 = [
    "-c:v",
    "libx264",
    "-preset",
    "ultrafast",
    "-profile:v",
    "baseline",
    "-pix_fmt",
    "yuv420p",
    "-g",
    String(2 * framesPerSecond),
    "-sc_threshold",
    "0",
  ];
  run(...picture, ...tone, ...h264, "-c:a", "aac", "-b:a", "48k", "source.mp4");

  const hls = ["-i", "source.mp4", "-c", "copy", "-f", "hls", "-hls_time", "2", "-hls_playlist_type", "vod"];
  const fragments = ["-hls_segment_type", "fmp4", "-master_pl_name", "index.m3u8"];
  const twice = [
    "-map",
    "0:v",
    "-map",
    "0:a",
    "-map",
    "0:v",
    "-map",
    "0:a",
    "-var_stream_map",
    "v:0,a:0 v:1,a:1",
  ];
  run(...hls, ...fragments, ...twice, "-hls_segment_filename", "%v/%d.m4s", "%v/media.m3u8");
  run(...hls, "-hls_segment_type", "fmp4", "-hls_flags", "single_file", "ranges/index.m3u8");
  writeFileSync(join(folder, "encrypted/key"), Buffer.from("000102030405060708090a0b0c0d0e0f", "hex"));
  writeFileSync(join(folder, "key-info"), "key\nencrypted/key\n");
  run(
    ...hls,
    "-hls_key_info_file",
    "key-info",
    "-hls_segment_filename",
    "encrypted/%d.ts",
    "encrypted/index.m3u8",
  );
  const dash = ["-i", "source.mp4", "-c", "copy", "-f", "dash", "-seg_duration", "2", "-use_timeline", "0"];
  run(...dash, "index.mpd");
  run(...dash, "-single_file", "1", "-single_file_name", "$RepresentationID$.mp4", "files/index.mpd");
}
