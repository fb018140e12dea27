import { once } from 'node:events';
import net from 'node:net';
import { loadSettings, type SettingArguments, type Settings, SettingsError } from '../config/settings.ts';
import { hostedCatalogue } from '../engines/adapters/index.ts';
import { checkStore } from '../media/store/health.ts';
import { checkDataFolder } from './data-folder.ts';
import { checkDatabase } from './database.ts';
import { type Finding, note, ok, reasonOf, wrong } from './finding.ts';
import { checkDisk, checkMemory, checkNode } from './machine.ts';
import { checkPictures } from './pictures.ts';

export type { Finding } from './finding.ts';

/**
 * Looks at everything a service needs on this machine, with the settings it would be started with. Nothing is started
 * or changed.
 */
export async function diagnose(
  environment: Readonly<Record<string, string | undefined>>,
  given: SettingArguments = {},
): Promise<Finding[]> {
  const machine = [checkNode(), checkMemory()];
  let settings: Settings;
  try {
    settings = await loadSettings(environment, given);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const problems = error.message
      .split('\n')
      .map((line) => wrong('settings', line, '`atelier config` lists what is allowed'));
    return [...machine, ...problems, ...(await checkPictures())];
  }
  const folder = await checkDataFolder(settings.data);
  return [
    ...machine,
    ok('settings', 'all can be used'),
    await checkDisk(settings.data),
    ...folder,
    ...(settings.role === 'worker' ? [] : [await checkPort(settings)]),
    await checkDatabase(settings.databaseUrl),
    ...(settings.s3Bucket === null ? [] : [await checkBucket(settings.s3Bucket)]),
    ...(await checkEngines(settings)),
    ...(await checkPictures()),
  ];
}

/** Whether the service can listen, or does so already. */
async function checkPort({ host, port }: Settings): Promise<Finding> {
  const server = net.createServer();
  try {
    server.listen({ host, port, exclusive: true });
    await once(server, 'listening');
    return ok('port', port === 0 ? 'a free one will be picked' : `${host}:${port} is free`);
  } catch (error) {
    if (await isAtelier(host, port)) return ok('port', `a service listens on ${host}:${port}`);
    return wrong(
      'port',
      `${host}:${port} cannot be listened on: ${reasonOf(error)}`,
      'choose another with --port, or end what uses it',
    );
  } finally {
    server.close();
  }
}

async function isAtelier(host: string, port: number): Promise<boolean> {
  const address = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  try {
    const response = await fetch(`http://${address}:${port}/healthz`, { signal: AbortSignal.timeout(2_000) });
    const body: unknown = await response.json();
    return typeof body === 'object' && body !== null && 'status' in body && 'reasons' in body;
  } catch {
    return false;
  }
}

/** Hosted engines of the configuration file, their keys, and the self-reports of your own engines. */
async function checkEngines(settings: Settings): Promise<Finding[]> {
  try {
    const { file, secrets, publicUrl } = settings;
    const catalogue = hostedCatalogue({ settings: file.engines, secrets, publicUrl });
    const { entries } = catalogue;
    if (entries.length === 0) return [ok('engines', 'the embedded one alone')];
    const findings = entries.map(async ({ name, missingKeys, models }) => {
      const check = `engine ${name}`;
      if (missingKeys.length > 0)
        return wrong(
          check,
          `${missingKeys.join(' and ')} has no value`,
          'set the variable, or put it into the file of ATELIER_SECRETS',
        );
      if (models.length === 0)
        return note(check, 'no model names it', 'name it under `models` in the configuration file');
      const engine = catalogue.hosted(name)?.engine;
      const trouble = engine?.kind === 'hosted' ? await engine.trouble?.() : null;
      if (trouble) return wrong(check, `it takes no work: ${trouble}`, 'docs/gpu.md says what the server needs');
      return ok(check, `serves ${models.join(', ')}; \`atelier engines test ${name}\` asks it for a sample`);
    });
    return await Promise.all(findings);
  } catch (error) {
    return [wrong('engines', reasonOf(error), 'mend the configuration file; docs/engines.md says what is allowed')];
  }
}

/** The bucket: an object is written, read and removed. */
export async function checkBucket(bucket: string): Promise<Finding> {
  try {
    const { s3Store } = await import('../media/store/s3.ts');
    await checkStore(await s3Store({ bucket }));
    return ok('bucket', `${bucket} can be written, read and cleaned`);
  } catch (error) {
    const hasKeys = Boolean(process.env.AWS_ACCESS_KEY_ID || process.env.AWS_PROFILE || process.env.AWS_ROLE_ARN);
    return wrong(
      'bucket',
      reasonOf(error),
      hasKeys
        ? 'check its name, AWS_REGION, AWS_ENDPOINT_URL, and that the key may get, put and delete objects and list the bucket'
        : 'set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE, and AWS_REGION',
    );
  }
}
