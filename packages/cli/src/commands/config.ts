import { describeSettings } from '@atelier/server/settings';
import { type Command, EXIT } from '../command.ts';
import { present } from '../output.ts';

/** `atelier config` */
export const config: Command = {
  name: 'config',
  summary: 'List every setting of the service, with its default and its current value.',
  options: { json: { type: 'boolean', summary: 'Print JSON.' } },
  async run(invocation) {
    const settings = describeSettings().map((setting) => ({ ...setting, set: shown(setting) }));
    present(invocation, { settings }, () => settings.map(inWords).join('\n'));
    return EXIT.ok;
  },
};

type Setting = ReturnType<typeof describeSettings>[number] & { readonly set: string | null };

function inWords({ variable, option, default: fallback, defaultRule, description, set }: Setting): string {
  const heading = option ? `${variable} (${option})` : variable;
  const state = set === null ? '' : `; set to: ${set}`;
  const rule = defaultRule === null ? '' : ` (${defaultRule})`;
  return `${heading}\n  ${description}\n  default: ${fallback || 'none'}${rule}${state}`;
}

/** The value of a variable; secrets are hidden. */
function shown({ variable, secret }: ReturnType<typeof describeSettings>[number]): string | null {
  const value = process.env[variable];
  if (value === undefined) return null;
  return secret ? '(hidden)' : value;
}
