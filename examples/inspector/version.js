/** The version of the package that this page comes with; a test compares it with package.json. */
export const version = "0.2.0";
