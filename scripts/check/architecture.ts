/** A folder or file of a package's `src`. The longest name that matches a file is its room. */
type Room = string;

/** The layers of a package, lowest first. A room imports only from lower layers, by any kind of import. */
export interface PackageRules {
  /** Our packages that it may import. */
  readonly imports: readonly string[];
  /** Those of `imports` from which it may import types only. */
  readonly typesOnly?: readonly string[];
  /** Absent: the package has no rule inside but "no cycles". */
  readonly layers?: readonly (readonly Room[])[];
  /** Allowed imports within one layer. */
  readonly within?: readonly (readonly [from: Room, to: Room])[];
  /** Forbidden imports that the layers would allow. */
  readonly never?: readonly (readonly [from: Room, to: Room])[];
  /** Rooms, or our packages, that only the named rooms import. */
  readonly reserved?: Readonly<Record<string, readonly Room[]>>;
}

/** The architecture of the project, as `npm run check` enforces it. A new room is added here or the check fails. */
export const ARCHITECTURE: Readonly<Record<string, PackageRules>> = {
  contract: { imports: [] },
  engine: { imports: ['contract'], typesOnly: ['contract'] },
  client: { imports: ['contract'] },
  cli: { imports: ['client', 'contract', 'server'] },
  studio: {
    imports: ['client', 'contract'],
    layers: [['lib', 'errors'], ['api'], ['components'], ['pages'], ['app'], ['main.tsx']],
  },
  server: {
    imports: ['contract', 'engine', 'studio'],
    layers: [
      [
        'back-off.ts',
        'clock.ts',
        'content-credentials',
        'fault.ts',
        'ids.ts',
        'limit-by-key.ts',
        'log-lines.ts',
        'metrics.ts',
        'moderation',
        'public-path.ts',
        'schema-check.ts',
        'service.ts',
        'static-file.ts',
        'storable-text.ts',
        'tracing',
        'work-order.ts',
      ],
      ['database', 'media/store', 'studio'],
      ['accounts', 'assets', 'images', 'jobs', 'media'],
      ['engines', 'exports', 'review-links', 'webhooks'],
      ['engines/adapters', 'services.ts'],
      ['config', 'gauges.ts', 'maintenance', 'readiness.ts', 'submission', 'work'],
      ['shoots'],
      ['diagnosis', 'engine-probe', 'http'],
      ['parts.ts'],
      ['rooms.ts'],
      ['start.ts'],
      ['main.ts'],
    ],
    within: [
      ['jobs', 'media'],
      ['jobs', 'accounts'],
      ['media', 'accounts'],
      ['assets', 'media'],
      ['images', 'accounts'],
      ['images', 'media'],
    ],
    never: [['http', 'work']],
    reserved: {
      'engines/adapters': ['diagnosis', 'engine-probe', 'parts.ts'],
      '@atelier/engine': ['engines/adapters'],
      '@atelier/studio': ['studio'],
    },
  },
};
