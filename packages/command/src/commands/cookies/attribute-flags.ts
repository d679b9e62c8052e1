import type { SetCookieAttributes } from "cloudfront-sign-webcrypto";
import { refuseUnused } from "../../arguments/flag-values.ts";
import { refuse } from "../../arguments/refusal.ts";
import { type Arguments, inGroup } from "../../command.ts";
import { noteLength } from "../../keys/signing-notes.ts";
import type { CookieFormat } from "./formats.ts";

/** A flag for each attribute of a `Set-Cookie` header. */
export const attributeFlags = inGroup("Attributes", {
  domain: {
    value: "DOMAIN",
    does: "the distribution's alternate domain name, or its parent; default: only the host that sets the cookies",
  },
  path: { value: "PATH", does: "path prefix; default: the folder of each RESOURCE" },
  "max-age": {
    value: "SECONDS",
    does: "how long browsers keep the cookies; default: until the browser is closed",
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
  const sameSite = args.value("same-site") as SetCookieAttributes["sameSite"];
  return {
    ...(domain !== undefined && { domain }),
    ...(path !== undefined && { path }),
    ...(maxAge !== undefined && { maxAge: seconds(maxAge) }),
    ...(sameSite !== undefined && { sameSite }),
    ...(args.has("partitioned") && { partitioned: true }),
    ...(args.has("no-secure") && { secure: false }),
    ...(args.has("no-http-only") && { httpOnly: false }),
  };
}

function seconds(text: string): number {
  if (!/^\d+$/.test(text))
    return refuse("--max-age: expected whole seconds; write the number alone: --max-age 3600");
  const length = Number(text);
  if (length === 0)
    return refuse(
      "--max-age: with 0, browsers delete the cookies; leave it out to keep them until the browser is closed",
    );
  if (length < 60) noteLength("max-age", text);
  return length;
}
