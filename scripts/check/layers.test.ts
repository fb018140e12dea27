import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ARCHITECTURE } from './architecture.ts';
import { checkLayers } from './layers.ts';
import { readSources } from './source.ts';

const FIXTURE = path.join(import.meta.dirname, 'fixtures/layers');

describe('the layer check', () => {
  const report = checkLayers(readSources(FIXTURE, ['packages']), ARCHITECTURE);
  const found = report.breaches
    .map(({ file, line, message }) => `${file.replace('packages/', '')}:${line} ${message}`)
    .sort();

  test('reports every planted breach with its place, and nothing else', () => {
    expect(found).toEqual([
      'client/src/index.ts:2 client must not import @atelier/server',
      'client/src/index.ts:3 imports packages/client/src/index.test.ts, which is no part of the product',
      'contract/src/index.ts:2 contract must not import @atelier/client',
      'engine/src/index.ts:4 engine may import only types of @atelier/contract',
      'server/src/accounts/keys.ts:1 is in an import cycle with packages/server/src/accounts/ledger.ts',
      'server/src/database/connection.ts:2 reaches into packages/engine/src/index.ts; import @atelier/engine',
      'server/src/engines/router.ts:2 only engines/adapters may import @atelier/engine',
      'server/src/gossip/rumour.ts:1 has no layer: add its room to scripts/check/architecture.ts',
      'server/src/http/app.ts:4 http must never import work',
      'server/src/http/app.ts:6 only diagnosis, engine-probe, parts.ts may import engines/adapters',
      'server/src/jobs/rows.ts:1 is in an import cycle with packages/server/src/media/rows.ts',
      'server/src/jobs/rows.ts:4 jobs (layer 3) must not import submission (layer 6)',
      'server/src/media/rows.ts:2 media and jobs are in one layer and must not meet',
      'server/src/media/store/folder.ts:2 media/store (layer 2) must not import media (layer 3)',
      'server/src/submission/submit.ts:1 is in an import cycle with packages/server/src/work/worker.ts',
      'server/src/submission/submit.ts:2 submission and work are in one layer and must not meet',
      'server/src/work/worker.ts:2 work and submission are in one layer and must not meet',
    ]);
  });

  test('counts what it read, so that reading nothing is noticed', () => {
    expect(report.files).toBe(17);
    expect(report.imports).toBe(21);
  });
});
