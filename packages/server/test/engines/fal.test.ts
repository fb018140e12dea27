import { engineContract } from './contract.ts';
import { falDouble } from './fal.double.ts';

engineContract({
  adapter: 'fal',
  double: falDouble,
  options: () => ({
    operations: { edit: { model: 'fal-ai/nano-banana/edit' }, inpaint: { model: 'fal-ai/flux-pro/v1/fill' } },
  }),
  secrets: { FAL_KEY: 'fal-key-id:0123456789abcdef0123' },
  model: 'nano-banana',
  kind: 'queued',
  inpaints: true,
  blocks: ['at once', 'in the result', 'as filtered'],
});
