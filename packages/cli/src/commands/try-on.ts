import path from 'node:path';
import { Atelier } from '@atelier/client';
import { type Command, EXIT, UsageError } from '../command.ts';
import { CONNECTION_OPTIONS, workspaceConnection } from '../connection.ts';
import { checkPhotos, dress } from '../dress.ts';

/** `atelier try-on` */
export const tryOn: Command = {
  name: 'try-on',
  summary: 'Dress the person of a photo in one to four garments, on a running service.',
  options: {
    ...CONNECTION_OPTIONS,
    person: { type: 'string', value: 'FILE', summary: 'Photo of a person.' },
    garment: { type: 'string', multiple: true, value: 'FILE', summary: 'Photo of a garment; may be repeated.' },
    out: { type: 'string', value: 'FILE', summary: 'Where the picture goes (./try-on.png).' },
    resolution: { type: 'string', value: 'standard|high', summary: 'About one or about four megapixels (standard).' },
    prompt: { type: 'string', summary: 'Styling instructions.' },
  },
  async run(invocation) {
    const person = invocation.text('person');
    const garments = invocation.texts('garment');
    if (!person || garments.length === 0) throw new UsageError('--person FILE and at least one --garment FILE are needed');
    const files = [person, ...garments].map((file) => path.resolve(file));
    await checkPhotos(files);
    const [first = '', ...others] = files;
    const prompt = invocation.text('prompt');
    const resolution = invocation.text('resolution') ?? 'standard';
    if (resolution !== 'standard' && resolution !== 'high')
      throw new UsageError(`--resolution is ${JSON.stringify(resolution)}; allowed are standard, high`);
    const out = path.resolve(invocation.text('out') ?? 'try-on.png');
    const client = new Atelier(await workspaceConnection(invocation));
    const { job } = await dress(client, {
      person: first,
      garments: others,
      out,
      settings: { resolution, ...(prompt === undefined ? {} : { prompt }) },
    });
    process.stdout.write(invocation.flag('json') ? `${JSON.stringify(job, null, 2)}\n` : job.result ? `${out}\n` : '');
    if (job.error) process.stderr.write(`atelier: ${job.error.code}: ${job.error.message}\n`);
    return job.status === 'completed' ? EXIT.ok : EXIT.failed;
  },
};
