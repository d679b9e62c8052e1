/** A file as text. The build and Vitest put the text in the place of the import. */
declare module "*?raw" {
  const text: string;
  export default text;
}
