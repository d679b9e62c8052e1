/** A variable of the shell. The shell refuses the command, with the meaning, while the variable is not set. */
export const requiredVariable = (name: string, meaning: string): string => `\${${name}:?${meaning}}`;
