import fs from 'node:fs';

/** Shortest value that is taken out of texts: shorter ones occur in ordinary words. */
const REDACTED_LENGTH_MIN = 6;

/** Keys of hosted engines, by the name of the variable that holds each. */
export interface Secrets {
  /** The value, or null where there is none. */
  get(name: string): string | null;
  /** The text without any value that was ever handed out. */
  redact(text: string): string;
}

/** Reads keys from the environment and, where it lacks one, from the file's. */
export function secretsOf(
  environment: Readonly<Record<string, string | undefined>>,
  file: Readonly<Record<string, string>>,
): Secrets {
  const known = new Set<string>();
  return {
    get(name) {
      const value = environment[name] || file[name] || null;
      if (value !== null && value.length >= REDACTED_LENGTH_MIN) known.add(value);
      return value;
    },
    redact: (text) => [...known].reduce((rest, value) => rest.replaceAll(value, '[redacted]'), text),
  };
}

/** Reads a file of keys, `{"NAME": "value"}`. Throws an Error that says what is wrong with it and repeats nothing of it. */
export function readSecretsFile(name: string): Readonly<Record<string, string>> {
  const allowed = 'allowed is a JSON object of names and texts';
  let content: unknown;
  try {
    content = JSON.parse(fs.readFileSync(name, 'utf8'));
  } catch (error) {
    // The words of a JSON error quote the file.
    if (error instanceof SyntaxError) throw new Error(`it is not valid JSON; ${allowed}`);
    throw error;
  }
  const entries = Object.entries(Object(content));
  if (content === null || typeof content !== 'object' || Array.isArray(content)) throw new Error(allowed);
  return Object.fromEntries(
    entries.map(([key, value]) => {
      if (typeof value !== 'string') throw new Error(`${key} is no text; ${allowed}`);
      return [key, value];
    }),
  );
}
