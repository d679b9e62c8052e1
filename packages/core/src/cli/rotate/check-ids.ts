import { describeIdKind, idKind } from "../../doctor/id-kind.ts";
import { refuse } from "../refusal.ts";

/** The ID of a key group: a UUID. */
export function checkKeyGroup(id: string): string {
  const kind = idKind(id);
  if (kind === "key-group") return id;
  return refuse(
    `--key-group: looks like ${describeIdKind(kind)}; give the ID of the key group, a UUID: aws cloudfront list-key-groups`,
  );
}

/** The ID of a distribution, such as `EDFDVBD632BHDS`. */
export function checkDistribution(id: string): string {
  const kind = idKind(id);
  if (kind === "distribution") return id;
  return refuse(
    `--distribution: looks like ${describeIdKind(kind)}; give the ID of the distribution, such as EDFDVBD632BHDS`,
  );
}
