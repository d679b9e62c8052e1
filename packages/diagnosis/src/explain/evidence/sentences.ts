/** A sentence for each kind of evidence: a plain one has a text, a detailed one a function of its parts. */
export type Sentences<Seen extends string | { readonly kind: string }> = Record<
  Extract<Seen, string>,
  string
> & {
  readonly [Kind in Extract<Seen, { kind: string }>["kind"]]: (
    evidence: Extract<Seen, { kind: Kind }>,
  ) => string;
};
