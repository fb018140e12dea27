import { engineContract } from './contract.ts';
import { fashnDouble } from './fashn.double.ts';

engineContract({
  adapter: 'fashn',
  double: fashnDouble,
  options: () => ({}),
  secrets: { FASHN_API_KEY: 'fa-0123456789abcdef-0123456789' },
  model: 'v1',
  kind: 'queued',
  inpaints: true,
  blocks: ['in the result'],
  without: { canceled: 'the API takes no cancellation' },
  request: async (workspace) => ({
    path: '/v1/images/virtual-try-on',
    body: { person_image_id: await workspace.image(), outfit_image_ids: [await workspace.image()] },
  }),
});
