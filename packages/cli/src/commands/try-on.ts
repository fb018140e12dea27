import path from 'node:path';
import { Atelier } from '@atelier/client';
import { GARMENTS_MAX, RESOLUTIONS } from '@atelier/contract';
import { type Command, EXIT, type Invocation, UsageError } from '../command.ts';
import { CONNECTION_OPTIONS, workspaceConnection } from '../connection.ts';
import { type DressRequest, dress } from '../dress.ts';
import { checkReadable } from '../files.ts';
import { complain, present, print } from '../output.ts';

/** `atelier try-on` */
export const tryOn: Command = {
  name: 'try-on',
  summary: 'Dress the person of a photo in one to four garments, on a running service.',
  options: {
    ...CONNECTION_OPTIONS,
    person: { type: 'string', value: 'FILE', summary: 'Photo of a person.' },
    garment: { type: 'string', multiple: true, value: 'FILE', summary: 'Photo of a garment; may be repeated.' },
    out: { type: 'string', value: 'FILE', summary: 'Where the picture goes (./try-on.png).' },
    resolution: { type: 'string', value: RESOLUTIONS.join('|'), summary: 'About one or about four megapixels (standard).' },
    prompt: { type: 'string', summary: 'Styling instructions.' },
  },
  async run(invocation) {
    const request = readRequest(invocation);
    await checkReadable([request.person, ...request.garments]);
    const { job } = await dress(new Atelier(await workspaceConnection(invocation)), request);
    if (job.result) present(invocation, job, () => request.out);
    else if (invocation.flag('json')) print(JSON.stringify(job, null, 2));
    if (job.error) complain(`${job.error.code}: ${job.error.message}`);
    for (const { code, message } of job.warnings ?? []) complain(`warning ${code}: ${message}`);
    return job.status === 'completed' ? EXIT.ok : EXIT.failed;
  },
};

function readRequest(invocation: Invocation): DressRequest {
  const person = invocation.text('person');
  const garments = invocation.texts('garment');
  if (!person || garments.length === 0) throw new UsageError('--person FILE and at least one --garment FILE are needed');
  checkGarmentCount(garments);
  const prompt = invocation.text('prompt');
  return {
    person: path.resolve(person),
    garments: garments.map((file) => path.resolve(file)),
    out: path.resolve(invocation.text('out') ?? 'try-on.png'),
    settings: { resolution: resolutionOf(invocation), ...(prompt === undefined ? {} : { prompt }) },
  };
}

/** Throws UsageError when there are more garments than a person can wear at once. */
export function checkGarmentCount(garments: readonly string[]): void {
  if (garments.length > GARMENTS_MAX)
    throw new UsageError(`${garments.length} garments were given; allowed are 1 to ${GARMENTS_MAX}`);
}

function resolutionOf(invocation: Invocation): (typeof RESOLUTIONS)[number] {
  const given = invocation.text('resolution') ?? 'standard';
  const found = RESOLUTIONS.find((resolution) => resolution === given);
  if (!found) throw new UsageError(`--resolution is ${JSON.stringify(given)}; allowed are ${RESOLUTIONS.join(', ')}`);
  return found;
}
