import type { Operation } from '@atelier/contract';
import type { EngineTask, GatheredPicture } from '../../src/engines/port.ts';
import type { PictureRole, WorkOrder } from '../../src/work-order.ts';

/** The first bytes of a JPEG: as much of a picture as an adapter looks at. */
const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]);

/** A picture in a role; its only pixels are the ones it says it has. */
export function gathered(role: PictureRole, width = 768, height = 1024): GatheredPicture {
  return { role, bytes: JPEG, width, height, pointer: `/${role}` };
}

/** A task as an adapter gets it; every part that a test does not name is the plainest there is. */
export function engineTask(
  operation: Operation,
  pictures: readonly GatheredPicture[] = [],
  order: Partial<WorkOrder> = {},
  task: Partial<EngineTask> = {},
): EngineTask {
  return {
    jobId: '0198a3f0-0000-7000-8000-000000000001',
    order: {
      operation,
      model: 'nano-banana-2',
      resolution: 'standard',
      aspectRatio: null,
      seed: null,
      prompt: '',
      options: {},
      pictures: pictures.map(({ role, pointer }) => ({ role, mediaId: role, url: null, pointer })),
      ...order,
    },
    position: 0,
    attempt: 1,
    size: { width: 888, height: 1184 },
    pictures,
    ...task,
  };
}
