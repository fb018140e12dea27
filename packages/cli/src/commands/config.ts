import { describeSettings } from '@atelier/server/settings';
import { type Command, EXIT } from '../command.ts';

/** `atelier config` */
export const config: Command = {
  name: 'config',
  summary: 'List every setting with its default and what it is set to here.',
  options: { json: { type: 'boolean', summary: 'Print JSON.' } },
  async run(invocation) {
    const settings = describeSettings().map((setting) => ({ ...setting, set: shown(setting.variable) }));
    if (invocation.flag('json')) {
      process.stdout.write(`${JSON.stringify({ settings }, null, 2)}\n`);
      return EXIT.ok;
    }
    for (const { variable, option, default: fallback, description, set } of settings) {
      process.stdout.write(
        `${variable}${option ? ` (${option})` : ''}\n  ${description}\n  default: ${fallback || 'none'}${set === null ? '' : `, set to: ${set}`}\n`,
      );
    }
    return EXIT.ok;
  },
};

/** What a variable is set to; secrets are not shown. */
function shown(variable: string): string | null {
  const value = process.env[variable];
  if (value === undefined) return null;
  return /KEY|DATABASE_URL/.test(variable) ? '(hidden)' : value;
}
