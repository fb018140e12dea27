import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { MediaStore } from '../src/media/store/port.ts';
import { s3Store } from '../src/media/store/s3.ts';
import { startTestService, type TestService } from './support/service.ts';
import { hasSwift, type ObjectStore, startSwift } from './support/swift.ts';

describe.skipIf(!hasSwift)('a service whose media lie in S3 (needs Debian’s swift and memcached)', () => {
  let swift: ObjectStore;
  let service: TestService;
  let bucket: MediaStore;
  beforeAll(async () => {
    swift = await startSwift();
    for (const [name, value] of Object.entries(swift.environment)) vi.stubEnv(name, value);
    service = await startTestService({ environment: { ATELIER_S3_BUCKET: swift.bucket } });
    bucket = await s3Store({ bucket: swift.bucket });
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await service?.stop();
    await swift?.stop();
  });

  /** Keys in the bucket that begin so. */
  async function keys(area: string): Promise<string[]> {
    const found: string[] = [];
    for await (const { key } of bucket.listOlderThan(new Date(Date.now() + 60_000)))
      if (key.startsWith(area)) found.push(key);
    return found;
  }

  test('takes uploads, gives out results whole and in part, and what is deleted is gone from the bucket', async () => {
    const workspace = await service.workspace();
    const person = await workspace.image();
    const { body } = await workspace.post('/v1/images/virtual-try-on', {
      person_image_id: person,
      outfit_image_ids: [person],
    });
    const done = await workspace.final(body.jobs[0].id);
    expect(done.status).toBe('completed');
    const whole = await fetch(done.result.url);
    const bytes = Buffer.from(await whole.arrayBuffer());
    const part = await fetch(done.result.url, { headers: { range: 'bytes=10-99' } });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 10-99/${bytes.length}`]);
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(10, 100))).toBe(true);

    expect(await keys('uploads/')).toHaveLength(1);
    expect((await workspace.delete(`/images/${person}`)).status).toBe(204);
    expect(await keys('uploads/')).toEqual([]);
    expect((await fetch(done.result.url)).status).toBe(200);
  });

  test('is ready while the bucket answers, and says so when it does not', async () => {
    expect((await service.call(null, 'GET', '/readyz')).status).toBe(200);
    await swift.stop();
    const away = await service.call(null, 'GET', '/readyz');
    expect([away.status, away.body.reasons.length]).toEqual([503, 1]);
  });
});
