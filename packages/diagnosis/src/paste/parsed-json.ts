/** The value of JSON, or of a list or an object as Python prints it; throws for other text. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return JSON.parse(text.replace(pythonToken, jsonToken));
  }
}

const pythonToken = /'((?:[^'\\\n]|\\.)*)'|"(?:[^"\\\n]|\\.)*"|\b(?:True|False|None)\b/g;

const jsonWords: Readonly<Record<string, string>> = { True: "true", False: "false", None: "null" };

function jsonToken(token: string, inSingleQuotes: string | undefined): string {
  return inSingleQuotes === undefined
    ? (jsonWords[token] ?? token)
    : JSON.stringify(inSingleQuotes.replace(/\\(['\\])/g, "$1"));
}
