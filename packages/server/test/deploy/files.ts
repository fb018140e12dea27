import fs from 'node:fs';
import { parse, parseAllDocuments } from 'yaml';

const FOLDER = new URL('../../../../deploy/', import.meta.url);

/** The text of a file of `deploy/`. */
export function deployFile(name: string): string {
  return fs.readFileSync(new URL(name, FOLDER), 'utf8');
}

/** The settings of a systemd unit, by name: those of all its sections. */
export function unitSettings(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]));
}

/** A process of the service as a deployment file starts it. */
export interface Deployed {
  /** Where it stands: file and name. */
  readonly where: string;
  /** The words after the program's name. */
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Seconds from SIGTERM to SIGKILL. */
  readonly graceSeconds: number;
}

/** The settings and the command of the image: the instructions of the Dockerfile's last stage. */
export function imageOf(dockerfile: string): {
  readonly environment: Record<string, string>;
  readonly entrypoint: string[];
  readonly command: string[];
} {
  const stage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
  const words = (instruction: string): string[] =>
    JSON.parse(new RegExp(`^${instruction} (\\[.*\\])$`, 'm').exec(stage)?.[1] ?? '[]');
  const pairs = [...stage.matchAll(/^ENV (.*)$/gm)].flatMap(([, line = '']) =>
    line.split(' ').map((pair) => pair.split('=')),
  );
  return {
    environment: Object.fromEntries(pairs.map(([name = '', value = '']) => [name, value])),
    entrypoint: words('ENTRYPOINT'),
    command: words('CMD'),
  };
}

/** A service of the compose file, as far as it is read here. */
export interface ComposeService {
  readonly image?: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly stop_grace_period?: string;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly tmpfs?: readonly string[];
  readonly deploy?: { readonly replicas?: number };
}

/**
 * All services of the compose file, those of profiles too, with the variables of `variables` put in as Compose does.
 */
export function composeServices(
  text: string,
  variables: Readonly<Record<string, string>>,
): Record<string, ComposeService> {
  const { services } = parse(text, { merge: true }) as { services: Record<string, ComposeService> };
  return JSON.parse(JSON.stringify(services), (_key, value: unknown) =>
    typeof value === 'string' ? interpolated(value, variables) : value,
  );
}

/** `$$` and `${NAME}`, `${NAME:-default}`, `${NAME:?}` (docs.docker.com/reference/compose-file/interpolation). */
function interpolated(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$(?:\$|\{(\w+)(?::([-?])([^}]*))?\})/g, (_all, name?: string, kind?: string, rest = '') => {
    if (name === undefined) return '$';
    const value = variables[name];
    if (value) return value;
    if (kind === '?') throw new Error(`${name} is not set`);
    return rest;
  });
}

/** A manifest, as far as it is read here. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects of a manifest, and fails where it is not there.
export type Manifest = any;

/** The manifests of the Kubernetes file. */
export function manifests(): readonly Manifest[] {
  return parseAllDocuments(deployFile('kubernetes/atelier.yaml')).map((document) => document.toJS());
}

/** The processes of the service in the compose file, with these variables in `.env`. */
export function deployedByCompose(variables: Readonly<Record<string, string>>): readonly Deployed[] {
  const image = imageOf(deployFile('Dockerfile'));
  return Object.entries(composeServices(deployFile('compose.yaml'), variables))
    .filter(([, service]) => service.image === 'atelier')
    .map(([name, { command, environment, stop_grace_period }]) => ({
      where: `compose.yaml: ${name}`,
      command: command ?? image.command,
      environment: { ...image.environment, ...environment },
      graceSeconds: Number.parseInt(stop_grace_period ?? '10', 10),
    }));
}

/** The processes of the service in the Kubernetes file. `secrets` replaces the content of the Secret. */
export function deployedByKubernetes(secrets: Readonly<Record<string, string>>): readonly Deployed[] {
  const image = imageOf(deployFile('Dockerfile'));
  const all = manifests();
  const valuesOf = (reference: Manifest): Record<string, string> => {
    const [kind, name] = reference.configMapRef
      ? ['ConfigMap', reference.configMapRef.name]
      : ['Secret', reference.secretRef.name];
    const found = all.find((one) => one.kind === kind && one.metadata.name === name);
    return (
      found.data ??
      Object.fromEntries(
        Object.entries(found.stringData as Record<string, string>).map(([key, value]) => [key, secrets[key] ?? value]),
      )
    );
  };
  return all
    .filter(({ kind }) => kind === 'Deployment')
    .map(({ metadata, spec }) => {
      const [container] = spec.template.spec.containers;
      return {
        where: `kubernetes/atelier.yaml: ${metadata.name}`,
        command: container.args ?? image.command,
        environment: Object.assign({ ...image.environment }, ...container.envFrom.map(valuesOf)),
        graceSeconds: spec.template.spec.terminationGracePeriodSeconds,
      };
    });
}
