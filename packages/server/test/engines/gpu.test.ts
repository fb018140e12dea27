import { test } from 'vitest';
import { engineContract } from './contract.ts';
import { gpuDouble } from './gpu/double.ts';
import { GPU_KEY, noPython } from './gpu/server.ts';

if (noPython) test.skip(`the contract with the server of deploy/gpu: ${noPython}`);
else
  engineContract({
    adapter: 'fashn',
    double: gpuDouble,
    options: () => ({ operations: { virtual_try_on: { model: 'fashn-vton-1.5' } } }),
    secrets: { FASHN_API_KEY: GPU_KEY },
    model: 'v1',
    kind: 'queued',
    blocks: [],
    without: {
      unfunded: 'a card of your own has no account',
      expired: 'outputs come in the answer',
      'wrong type': 'outputs come in the answer',
    },
    request: async (workspace) => ({
      path: '/v1/images/virtual-try-on',
      body: { person_image_id: await workspace.image(), outfit_image_ids: [await workspace.image()] },
    }),
  });
