import { refuse } from "./refusal.ts";

/** A public key, and the name that it gets in CloudFront. */
export interface NamedKey {
  readonly name: string;
  /** PEM text with the line break at its end. */
  readonly publicKey: string;
}

/** A name that CloudFront, Terraform and all the others take. */
export function checkName(name: string): string {
  return /^[A-Za-z][A-Za-z0-9-]{0,63}$/.test(name)
    ? name
    : refuse("--name: expected a letter, then letters, digits and hyphens, 64 at most; such as viewers");
}

/** `course-viewers` as `CourseViewers`. */
export function pascalCase(name: string): string {
  return name
    .split("-")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}

/** `course-viewers` as `courseViewers`. */
export function camelCase(name: string): string {
  const pascal = pascalCase(name);
  return pascal.charAt(0).toLowerCase() + pascal.slice(1);
}
