import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { hasSwift, type ObjectStore, startSwift } from '../../test/support/swift.ts';
import { checkBucket } from './diagnose.ts';

describe.skipIf(!hasSwift)(
  'a bucket (needs Debian’s swift-proxy, swift-account, swift-container, swift-object, memcached)',
  () => {
    let swift: ObjectStore;
    beforeAll(async () => {
      swift = await startSwift();
      for (const [name, value] of Object.entries(swift.environment)) vi.stubEnv(name, value);
    });
    afterAll(async () => {
      vi.unstubAllEnvs();
      await swift?.stop();
    });

    test('that can be written, read and cleaned is well', async () => {
      expect(await checkBucket(swift.bucket)).toMatchObject({ state: 'ok' });
    });

    test('that is not there is wrong, with what to check', async () => {
      expect(await checkBucket('nowhere')).toMatchObject({
        state: 'wrong',
        says: expect.stringContaining('the bucket nowhere cannot be used'),
        mend: expect.stringContaining('AWS_REGION'),
      });
    });
  },
);
