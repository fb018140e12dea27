import type { EngineTask } from '../../src/engines/port.ts';

/** An edit of one picture as an adapter gets it. */
export function editTask(bytes: Uint8Array): EngineTask {
  const picture = { role: 'source', width: 48, height: 64, pointer: '/image_id' } as const;
  return {
    jobId: '0198f3a2-7c1e-7d53-9a34-5b1c2d3e4f50',
    order: {
      operation: 'edit',
      model: 'nano-banana',
      resolution: 'standard',
      aspectRatio: null,
      seed: null,
      prompt: 'make the coat red',
      options: {},
      pictures: [{ role: 'source', mediaId: 'id', url: null, pointer: '/image_id' }],
    },
    position: 0,
    attempt: 1,
    size: { width: 768, height: 1024 },
    pictures: [{ ...picture, bytes }],
  };
}
