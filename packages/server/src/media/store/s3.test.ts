import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { describeMediaStore } from '../../../test/support/media-store.ts';
import { hasSwift, type ObjectStore, startSwift } from '../../../test/support/swift.ts';
import { s3Store } from './s3.ts';

describe.skipIf(!hasSwift)(
  'S3 (needs Debian’s swift-proxy, swift-account, swift-container, swift-object, memcached)',
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

    describeMediaStore('an S3 bucket', async () => ({
      store: await s3Store({ bucket: swift.bucket }),
      close: async () => {},
    }));

    test('a bucket that is not there stops the start, and the message says so', async () => {
      await expect(s3Store({ bucket: 'nowhere' })).rejects.toThrow(
        /the bucket nowhere cannot be used: there is none of this name/,
      );
    });

    test('a wrong key stops the start, and the message says so', async () => {
      vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'wrong');
      await expect(s3Store({ bucket: swift.bucket })).rejects.toThrow(/access is refused/);
      vi.stubEnv('AWS_SECRET_ACCESS_KEY', swift.environment.AWS_SECRET_ACCESS_KEY);
    });
  },
);
