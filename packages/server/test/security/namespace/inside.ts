// Runs in a network namespace of its own, where this process holds the name server of the machine and a public address:
// `inside.ts CONFIGURATION PICTURE`. A hostile workspace loads a service of the usual settings in every way that costs
// others. A neighbour then works beside it. Prints the outcome of both as JSON.
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { startNameServer } from '../../support/name-server.ts';
import { PROCESS_ADMIN_KEY, serviceProcess } from '../../support/process.ts';
import { type Outcome, PUBLIC_ADDRESS } from './outcome.ts';

const QUICK = 'quick.example';
const SLOW_NAMES = 40;
const READERS = 100;

/** Pause between two looks at a condition that others make true, in milliseconds. */
const LOOK_MS = 20;

const [configuration = '', picture = ''] = process.argv.slice(2);

const names = await startNameServer({ [QUICK]: PUBLIC_ADDRESS }, 53);
let pictures = 0;
/** Never answers. */
const silent = http.createServer(() => {
  pictures += 1;
});
await once(silent.listen(80, PUBLIC_ADDRESS), 'listening');

const service = await serviceProcess({
  DATABASE_URL: process.env.DATABASE_URL ?? '',
  ATELIER_CONFIG: configuration,
});
try {
  await service.start();
  process.stdout.write(JSON.stringify(await outcome()));
} finally {
  await service.kill();
  await service.remove();
  names.close();
  silent.closeAllConnections();
  silent.close();
}

async function outcome(): Promise<Outcome> {
  const hostile = await workspace('hostile');
  const neighbour = await workspace('neighbour');
  const photo = await hostile.upload();
  const own = await neighbour.upload();
  // The engine has its nets.
  await neighbour.enlarge(own);

  const request = { person_image_url: `http://${QUICK}/person.png`, outfit_image_ids: [photo], num_images: 8 };
  const { jobs } = await hostile.call('POST', '/v1/images/virtual-try-on', request);
  let hostileNames = 0;
  for (let index = 0; index < SLOW_NAMES; index++)
    hostile
      .call('POST', '/v1/webhooks', { url: `http://slow-${index}.example/` })
      .catch(() => {})
      .finally(() => (hostileNames += 1));
  const documents = Array.from({ length: READERS }, () => fetch(`${service.url()}/openapi.json`));
  let refusedUploads = 0;
  while (refusedUploads === 0)
    await hostile.upload().catch((error: unknown) => {
      if (!String(error).includes('plan_limit_exceeded')) throw error;
      refusedUploads += 1;
    });
  while (pictures === 0 || !names.asked.some((name) => name.startsWith('slow-'))) await pause(LOOK_MS);

  await neighbour.upload();
  await neighbour.call('POST', '/v1/webhooks', { url: `http://${QUICK}/` });
  const answeredNames = hostileNames;
  const status = await neighbour.enlarge(own);
  const states = await Promise.all(jobs.map(({ id }: { id: string }) => hostile.call('GET', `/v1/jobs/${id}`)));
  const read = await Promise.all(documents);
  return {
    answeredNames,
    slowNames: SLOW_NAMES,
    status,
    endedJobs: states.filter(({ status }) => status !== 'generating' && status !== 'pending').length,
    documents: read.filter(({ ok }) => ok).length,
  };
}

async function workspace(name: string) {
  const fields = { name, plan: 'pro', credits: 100 };
  const { api_key: key } = await service.call(PROCESS_ADMIN_KEY, 'POST', '/admin/workspaces', fields);
  const call = (method: string, target: string, body?: object | FormData) => service.call(key, method, target, body);
  return {
    call,
    async upload(): Promise<string> {
      const form = new FormData();
      form.set('file', new Blob([new Uint8Array(fs.readFileSync(picture))]), 'picture.png');
      return (await call('POST', '/images', form)).id;
    },
    /** Has a picture enlarged; resolves with the final status. */
    async enlarge(id: string): Promise<string> {
      const { jobs } = await call('POST', `/v1/images/${id}/upscale`, { upscale_factor: 2 });
      let { status } = jobs[0];
      while (status === 'pending' || status === 'generating')
        ({ status } = await call('GET', `/v1/jobs/${jobs[0].id}?wait=60`));
      return status;
    },
  };
}
