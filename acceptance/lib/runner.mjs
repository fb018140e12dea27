// Runs a folder of *.test.mjs against a service: one it starts itself, or the one of --base.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { parseArgs } from 'node:util';
import { startService } from './service.mjs';

const USAGE = 'node run.mjs [--only PATTERN] [--base URL --admin-key KEY [--private-urls]]';

export async function main(folder) {
  let options;
  try {
    options = parseArgs({
      options: {
        only: { type: 'string' },
        base: { type: 'string' },
        'admin-key': { type: 'string' },
        'private-urls': { type: 'boolean' },
        help: { type: 'boolean' },
      },
    }).values;
    if (options.base && !options['admin-key']) throw new Error('--base needs --admin-key');
  } catch (error) {
    console.error(`${error.message}\n${USAGE}`);
    return 2;
  }
  if (options.help) {
    console.log(USAGE);
    return 0;
  }

  let service;
  try {
    service = options.base ? null : await startService();
  } catch (error) {
    console.error(error.message);
    return 2;
  }
  for (const name of ['SIGINT', 'SIGTERM'])
    process.once(name, async () => {
      await service?.stop();
      process.exit(130);
    });
  try {
    Object.assign(process.env, {
      ACCEPT_BASE: options.base?.replace(/\/$/, '') ?? service.url,
      ACCEPT_ADMIN_KEY: options['admin-key'] ?? service.adminKey,
      ACCEPT_ONLY: options.only ?? '',
      ACCEPT_PRIVATE_URLS: service || options['private-urls'] ? '1' : '',
    });
    const files = readdirSync(folder)
      .filter((f) => f.endsWith('.test.mjs'))
      .sort()
      .map((f) => path.join(folder, f));
    let [checks, failed] = [0, false];
    // A file in which --only leaves no check reports itself as one passed test: not shown, not counted.
    const report = run({ files, concurrency: 5 })
      .compose(async function* (events) {
        for await (const event of events) {
          const ofFile = files.includes(event.data?.name);
          if (event.type === 'test:pass' && !ofFile) checks++;
          if (event.type === 'test:fail') failed = true;
          if (!ofFile || event.type === 'test:fail') yield event;
        }
      })
      .compose(new spec());
    report.pipe(process.stdout);
    await finished(report);
    if (!checks && !failed) console.error(`no check matches --only ${options.only}`);
    return failed || !checks ? 1 : 0;
  } finally {
    await service?.stop();
  }
}
