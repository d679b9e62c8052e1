import type { Duration, SetCookieAttributes } from "cloudfront-sign-webcrypto";
import { refuseUnused } from "../../arguments/flag-values.ts";
import { numberOrText } from "../../arguments/read-time.ts";
import { type Arguments, inGroup } from "../../command.ts";
import { noteLength } from "../../keys/signing-notes.ts";
import { sayNote } from "../../output/terminal.ts";
import type { CookieFormat } from "./formats.ts";

/** A flag for each attribute of a `Set-Cookie` header. */
export const attributeFlags = inGroup("Attributes", {
  domain: {
    value: "DOMAIN",
    does: "the distribution's alternate domain name, or its parent; default: only the host that sets the cookies",
  },
  path: { value: "PATH", does: "path prefix; default: the folder of each RESOURCE" },
  "max-age": {
    value: "TIME",
    does: "how long browsers keep the cookies: seconds, or 90s 15m 6h 7d; default: until the browser is closed",
  },
  "same-site": {
    value: "POLICY",
    does: "default: Lax, which is enough from app.example.com to cdn.example.com",
    choices: ["Strict", "Lax", "None"],
  },
  partitioned: {
    does: "a separate cookie for each top-level site; in a page of another site, browsers send it only with --same-site None",
  },
  "no-secure": { does: "also send the cookies over http" },
  "no-http-only": { does: "let scripts read the cookies" },
});

export type AttributeFlag = keyof typeof attributeFlags;

const flags = Object.keys(attributeFlags) as readonly AttributeFlag[];

const flagsOfFormat: Readonly<Record<CookieFormat, readonly AttributeFlag[]>> = {
  header: [],
  "set-cookie": flags,
  json: [],
  "curl-jar": ["domain", "path", "max-age", "no-secure", "no-http-only"],
  curl: [],
};

/** The attributes that flags ask for. An attribute that the format has no place for is refused. */
export function readAttributeFlags(
  args: Arguments<AttributeFlag>,
  format: CookieFormat,
): SetCookieAttributes {
  refuseUnused(
    args,
    flags.filter((flag) => !flagsOfFormat[format].includes(flag)),
    `--format ${format} has no place for it; leave it out, or write --format set-cookie`,
  );
  const [domain, path, maxAge] = [args.value("domain"), args.value("path"), args.value("max-age")];
  if (maxAge === "0")
    sayNote(
      "With --max-age 0, browsers delete the cookies. Leave it out to keep them until the browser is closed.",
    );
  // A number that small may be meant in hours or days.
  else if (Number(maxAge) < 60) noteLength("max-age", maxAge);
  const sameSite = args.value("same-site") as SetCookieAttributes["sameSite"];
  return {
    ...(domain !== undefined && { domain }),
    ...(path !== undefined && { path }),
    ...(maxAge !== undefined && { maxAge: numberOrText(maxAge) as Duration }),
    ...(sameSite !== undefined && { sameSite }),
    ...(args.has("partitioned") && { partitioned: true }),
    ...(args.has("no-secure") && { secure: false }),
    ...(args.has("no-http-only") && { httpOnly: false }),
  };
}
