import { bflDouble } from './bfl.double.ts';
import { engineContract } from './contract.ts';

engineContract({
  adapter: 'bfl',
  double: bflDouble,
  options: () => ({}),
  secrets: { BFL_API_KEY: 'bfl-0123456789abcdef-0123456789' },
  model: 'v1',
  kind: 'queued',
  inpaints: true,
  blocks: ['at once', 'before the work', 'after the work'],
  without: { canceled: 'the API takes no cancellation' },
  request: async (workspace) => ({
    path: '/v1/images/virtual-try-on',
    body: { person_image_id: await workspace.image(), outfit_image_ids: [await workspace.image()] },
  }),
});
