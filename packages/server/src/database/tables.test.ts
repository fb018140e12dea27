import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';

/** Types of PostgreSQL as the driver reads them. */
const TYPES: Readonly<Record<string, string>> = {
  bigint: 'number',
  boolean: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  'double precision': 'number',
  integer: 'number',
  real: 'number',
  smallint: 'number',
  text: 'string',
  'timestamp with time zone': 'Date',
  uuid: 'string',
};

/** Columns whose type says more than that of PostgreSQL, where its checks or the code that writes them keep it. */
const NARROWER: Readonly<Record<string, string>> = {
  'api_keys.scopes': 'readonly Scope[]',
  'assets.characteristics': 'Record<string, unknown>',
  'assets.preset_class': 'PresetClass',
  'assets.type': 'AssetType',
  'export_formats.settings': "Omit<ExportSettings, 'name'>",
  'jobs.failure_code': 'FailureCode',
  'jobs.input': 'WorkOrder',
  'jobs.operation': 'Operation',
  'jobs.resolution': 'Resolution',
  'jobs.status': 'JobStatus',
  'jobs.warnings': 'readonly JobWarning[]',
  'ledger_entries.kind': 'EntryKind',
  'looks.recipe': 'LookRecipe',
  'media.kind': "'image' | 'video'",
  'media.origin': "'upload' | 'generated'",
  'media.review': 'Review',
  'media.upload_type': "UploadType | 'training'",
  'remote_runs.receipt': 'RemoteReceipt',
  'remote_runs.state': "'creating' | 'started' | 'ended'",
  'shoot_items.state': "'waiting' | 'submitted' | 'failed' | 'canceled'",
  'shoots.recipe': 'LookRecipe',
  'shoots.status': 'ShootStatus',
  'webhook_deliveries.status': 'DeliveryStatus',
  'webhooks.events': 'readonly WebhookEvent[]',
  'workspaces.model_access': 'readonly ModelName[]',
  'workspaces.plan': 'PlanName',
};

const HEAD = `// Written by tables.test.ts from the migrated tables: \`npx vitest run packages/server/src/database/tables.test.ts -u\`.
import type {
  AssetType,
  DeliveryStatus,
  EntryKind,
  ExportSettings,
  FailureCode,
  JobStatus,
  JobWarning,
  LookRecipe,
  ModelName,
  Operation,
  PlanName,
  PresetClass,
  Resolution,
  Review,
  Scope,
  ShootStatus,
  UploadType,
  WebhookEvent,
} from '@atelier/contract';
import type { Generated, Selectable } from 'kysely';
import type { RemoteReceipt, WorkOrder } from '../work-order.ts';

/** A row of a table. */
export type Row<T extends keyof Tables> = Readonly<Selectable<Tables[T]>>;

/** The tables and their columns. */
export interface Tables {
`;

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = await database.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

test('the types of the rows are those of the tables', async () => {
  const { rows } = await client.query<Record<'table' | 'column' | 'type' | 'nullable' | 'generated', string>>(`
    select table_name as table, column_name as column, data_type as type, is_nullable as nullable,
      case when column_default is not null or is_identity = 'YES' then 'YES' else 'NO' end as generated
    from information_schema.columns
    where table_schema = 'public' and table_name not like 'kysely%' order by table_name, ordinal_position`);
  const tables = [...Map.groupBy(rows, ({ table }) => table)].map(([table, columns]) => {
    const lines = columns.map(({ column, type, nullable, generated }) => {
      const own = NARROWER[`${table}.${column}`] ?? TYPES[type];
      if (own === undefined) throw new Error(`${table}.${column} is of the type ${type}, which has no type here`);
      const whole = nullable === 'YES' ? `${own} | null` : own;
      return `    readonly ${column}: ${generated === 'YES' ? `Generated<${whole}>` : whole};`;
    });
    return `  readonly ${table}: {\n${lines.join('\n')}\n  };`;
  });
  await expect(`${HEAD}${tables.join('\n')}\n}\n`).toMatchFileSnapshot('./tables.ts');
});
