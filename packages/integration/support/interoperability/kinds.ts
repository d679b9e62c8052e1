import { optionKindGroups } from "./option-kinds.ts";
import { urlKindGroups } from "./url-kinds.ts";

/** A kind of input, and the cases of `peers.json` that show it. Each case belongs to one kind. */
export interface Kind {
  readonly title: string;
  readonly cases: readonly string[];
  /** What a browser visits instead of the URL that was signed. */
  readonly visit?: (url: string) => string;
}

export interface KindGroup {
  readonly title: string;
  /** What a reader has to know beside the tables. */
  readonly note?: string;
  readonly kinds: readonly Kind[];
}

export const kindGroups: readonly KindGroup[] = [...urlKindGroups, ...optionKindGroups];
