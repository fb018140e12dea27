// `npm run settings-page` writes docs/settings.md from the table that `atelier config` prints.
import fs from 'node:fs';
import { describeSettings, type SettingDescription } from '../packages/server/src/config/settings.ts';

/** The page of settings. */
export const SETTINGS_PAGE = new URL('../docs/settings.md', import.meta.url);

/** The text of the page, in Markdown. */
export function settingsPage(): string {
  return `# Settings

<!-- \`npm run settings-page\` writes this page. -->

These environment variables set up \`atelier serve\`. To see their present values, type \`npx atelier config\`
[inside the clone](command-line.md). [Configuration](configuration.md) explains how settings work, and describes the
file \`atelier.config.json\`.

| Variable | Option | Default | Meaning |
| --- | --- | --- | --- |
${describeSettings().map(rowOf).join('\n')}

The service never prints the value of a secret setting.

Two groups of variables have standard names: [\`AWS_*\`](configuration.md#images-and-videos-in-s3) for the S3 bucket,
and [\`OTEL_*\`](operations.md#traces) for traces.
`;
}

function rowOf({ variable, option, default: fallback, defaultRule, description, secret }: SettingDescription): string {
  const shown = defaultRule ?? (fallback === '' ? 'none' : `\`${fallback}\``);
  const meaning = secret ? `${description} Secret.` : description;
  const cells = [`\`${variable}\``, option ? `\`${option}\`` : '', shown, meaning];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`.replaceAll('|  |', '| |');
}

if (import.meta.main) fs.writeFileSync(SETTINGS_PAGE, settingsPage());
