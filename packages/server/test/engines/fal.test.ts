import { engineContract } from './contract.ts';
import { falDouble } from './fal.double.ts';

engineContract({
  adapter: 'fal',
  double: falDouble,
  options: () => ({ operations: { edit: { model: 'fal-ai/nano-banana/edit' } } }),
  secrets: { FAL_KEY: 'fal-key-id:0123456789abcdef0123' },
  model: 'nano-banana',
  kind: 'queued',
  blocks: ['at once', 'in the result', 'as filtered'],
});
