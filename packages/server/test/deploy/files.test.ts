import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ENDPOINTS } from '@atelier/contract';
import { afterAll, describe, expect, test } from 'vitest';
import { loadSettings, type Settings, SettingsError } from '../../src/config/settings.ts';
import {
  composeServices,
  type Deployed,
  deployedByCompose,
  deployedByKubernetes,
  deployFile,
  imageOf,
  type Manifest,
  manifests,
  unitSettings,
} from './files.ts';

const VARIABLES = {
  ATELIER_ADMIN_KEY: 'k'.repeat(48),
  POSTGRES_PASSWORD: 'p/a#s@s%w:o?rd&',
  S3_ACCESS_KEY: 'access',
  S3_SECRET_KEY: 'secret',
};
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'atelier-deploy-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

/** The configuration file that the Kubernetes file mounts, where this machine can read it. */
function mounted({ ATELIER_CONFIG, ...environment }: Deployed['environment']): Record<string, string> {
  if (!ATELIER_CONFIG) return environment;
  const file = path.join(folder, path.basename(ATELIER_CONFIG));
  const found = manifests().find(({ data }) => data?.[path.basename(ATELIER_CONFIG)] !== undefined);
  fs.writeFileSync(file, found.data[path.basename(ATELIER_CONFIG)]);
  return { ...environment, ATELIER_CONFIG: file };
}

function settingsOf({ command, environment }: Deployed): Promise<Settings> {
  const [name, option, role] = command;
  expect([name, option]).toEqual(['serve', '--role']);
  return loadSettings(mounted(environment), { role: role ?? '' });
}

const deployed = [
  ...deployedByCompose(VARIABLES),
  ...deployedByKubernetes({ ATELIER_ADMIN_KEY: VARIABLES.ATELIER_ADMIN_KEY }),
];

test('the deployment files hold the processes they speak of', () => {
  expect(deployed.map(({ where }) => where)).toEqual([
    'compose.yaml: api',
    'compose.yaml: worker',
    'kubernetes/atelier.yaml: atelier-api',
    'kubernetes/atelier.yaml: atelier-worker',
  ]);
});

test.each(deployed)(
  'the service takes every value of $where, and its time to stop is within that of the platform',
  async (process) => {
    const { role, drainSeconds, host, data, adminKey } = await settingsOf(process);
    expect(['api', 'worker']).toContain(role);
    expect({ host, data }).toEqual({ host: '0.0.0.0', data: '/data' });
    expect(adminKey).toBe(VARIABLES.ATELIER_ADMIN_KEY);
    // `serve` ends by itself within 30 s of SIGTERM.
    expect(process.graceSeconds).toBeGreaterThan(30);
    expect(drainSeconds).toBeLessThan(process.graceSeconds);
  },
);

test('a value that the service refuses is seen', async () => {
  const [first] = deployed;
  if (!first) throw new Error('nothing is deployed');
  const wrong = { ...first, environment: { ...first.environment, ATELIER_DRAIN: '45' } };
  await expect(settingsOf(wrong)).rejects.toThrow(SettingsError);
});

test('a deployment with the placeholder of the admin key does not start, and names the setting', async () => {
  for (const process of deployedByKubernetes({}))
    await expect(settingsOf(process)).rejects.toThrow(
      /ATELIER_ADMIN_KEY cannot be used; it is the placeholder of a deployment file/,
    );
  const asCopied = Object.fromEntries(
    deployFile('.env.example')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => line.split(/=(.*)/s).slice(0, 2)),
  );
  expect(() => deployedByCompose(asCopied)).toThrow(/is not set/);
});

test('the workers keep a card busy, its queue has room for all of them, and both sides name one key', () => {
  const { gpu, worker } = composeServices(deployFile('compose.yaml'), { ...VARIABLES, GPU_KEY: 'one key' });
  const { engines } = JSON.parse(deployFile('gpu/atelier.config.json'));
  const jobs = engines.gpu.concurrency * (worker?.deploy?.replicas ?? 1);
  const queue = Number(/'GPU_QUEUE', '(\d+)'/.exec(deployFile('gpu/server.py').replaceAll('"', "'"))?.[1]);
  expect(jobs).toBeGreaterThanOrEqual(2);
  expect(jobs).toBeLessThanOrEqual(queue + 1);
  for (const service of [gpu, worker]) expect(service?.environment?.[engines.gpu.keys.api_key]).toBe('one key');
});

describe('the server of the card', () => {
  const page = fs.readFileSync(new URL('../../../../docs/gpu.md', import.meta.url), 'utf8');
  const unit = unitSettings(deployFile('gpu/atelier-gpu.service'));

  test('reads every variable that its page and its deployment files name', () => {
    const source = deployFile('gpu/server.py');
    const seconds = [...(/^_SECONDS = (\{.*\})$/m.exec(source)?.[1]?.matchAll(/"(\w+)"/g) ?? [])];
    const read = new Set([
      ...[...source.matchAll(/environment\.get\("(GPU_\w+)"/g)].map(([, name]) => name),
      ...seconds.map(([, name]) => `GPU_${name}_SECONDS`),
    ]);
    const named = [page, ...['gpu/Dockerfile', 'gpu/atelier-gpu.service', 'compose.yaml'].map(deployFile)]
      .flatMap((text) => text.match(/\bGPU_[A-Z_]+/g) ?? [])
      .filter((name) => !read.has(name));
    expect(read.size).toBeGreaterThan(7);
    expect(named).toEqual([]);
  });

  test('is started again by systemd, always, with rights on nothing', () => {
    expect(unit).toMatchObject({ Restart: 'always', StartLimitIntervalSec: '0', DynamicUser: 'yes' });
    expect(unit.CapabilityBoundingSet).toBe('');
  });

  test('is started by systemd where its page puts it, with the key that its page writes', () => {
    const [program, file = ''] = unit.ExecStart?.split(' ') ?? [];
    expect(program).toBe(`${unit.WorkingDirectory}/gpu-venv/bin/python`);
    expect(fs.existsSync(new URL(`../../../../${file}`, import.meta.url))).toBe(true);
    expect(page).toContain(
      `echo GPU_KEY=a-long-key-of-your-own | sudo install -m 600 /dev/stdin ${unit.EnvironmentFile}\n`,
    );
    expect(page).toContain(`gpu-venv/bin/python ${file}\n`);
    expect(page).toContain(`sed "s|${unit.WorkingDirectory}|`);
  });
});

test('the image runs the command that the package has', () => {
  const { entrypoint, command } = imageOf(deployFile('Dockerfile'));
  expect(command).toEqual(['serve']);
  expect(fs.existsSync(new URL(`../../../../${entrypoint[1]}`, import.meta.url))).toBe(true);
});

test('the pods run the image of the version that this is', () => {
  const { version } = JSON.parse(fs.readFileSync(new URL('../../../cli/package.json', import.meta.url), 'utf8'));
  const images = manifests()
    .filter(({ kind }) => kind === 'Deployment')
    .flatMap(({ spec }) => spec.template.spec.containers.map(({ image }: Manifest) => image));
  expect(images).toEqual([`atelier:${version}`, `atelier:${version}`]);
});

describe('nothing runs with more than it needs', () => {
  const services = Object.entries(composeServices(deployFile('compose.yaml'), VARIABLES)).map(([name, service]) => ({
    name,
    service,
  }));
  test.each(services)('in the container $name of the compose file', ({ service }) => {
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
    expect(service.tmpfs).toContain('/tmp');
    if (service.image !== 'atelier') expect(service.image).toMatch(/:\d+\.\d+/);
  });

  const pods = manifests().filter(({ kind }) => kind === 'Deployment');
  test.each(pods)('in the pods of $metadata.name', ({ spec: { template } }: Manifest) => {
    expect(template.spec).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true },
    });
    for (const { securityContext } of template.spec.containers)
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
  });

  test('and network policies cover every pod in both directions', () => {
    const policies = manifests().filter(({ kind }) => kind === 'NetworkPolicy');
    for (const {
      spec: { template },
    } of pods)
      for (const direction of ['Ingress', 'Egress']) {
        const covers = policies.some(
          ({ spec }) =>
            spec.policyTypes.includes(direction) &&
            Object.entries(spec.podSelector.matchLabels).every(
              ([label, value]) => template.metadata.labels[label] === value,
            ),
        );
        expect(covers, `${direction} of ${JSON.stringify(template.metadata.labels)}`).toBe(true);
      }
  });

  test('and the Dockerfile names exact versions', () => {
    for (const [, image] of deployFile('Dockerfile').matchAll(/^FROM (\S+:\S+)/gm))
      expect(image).toMatch(/:\d+\.\d+\.\d+/);
  });
});

describe('figures of the whole service stay inside', () => {
  test('the Ingress lets through every path of the contract but /metrics', () => {
    const { spec } = manifests().find(({ kind }) => kind === 'Ingress');
    const rules: readonly Manifest[] = spec.rules[0].http.paths;
    const passes = (path: string) =>
      rules.some((rule) => path === rule.path || (rule.pathType === 'Prefix' && path.startsWith(`${rule.path}/`)));
    for (const { path } of Object.values(ENDPOINTS)) expect([path, passes(path)]).toEqual([path, path !== '/metrics']);
    for (const page of ['/', '/studio', '/studio/files/main.js', '/docs', '/docs/static/index.css'])
      expect(passes(page)).toBe(true);
  });

  test('the Caddyfile answers /metrics by itself, before anything is passed on', () => {
    const caddyfile = deployFile('Caddyfile');
    expect(caddyfile).toMatch(/^\t@inside path \*\/metrics \*\/metrics\/\*\n\trespond @inside 404$/m);
    expect(caddyfile).not.toMatch(/route|handle/);
  });
});
