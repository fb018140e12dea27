import { type JobRequest, RESOLUTIONS } from '@atelier/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { QUERY_KEYS } from '../../api/queries.ts';
import { useConnection } from '../../api/session.tsx';
import { useAddressParts } from '../../lib/use-address-parts.ts';
import { MODEL_OPTIONS, type ModelOptions } from './model-options.ts';

/** Name of the part of an address that holds a job to ask for again. */
const AGAIN = 'again';

/** Fills a form as the request of the job that the address names was, and takes the job out of the address. */
export function useAgain(fill: (request: JobRequest) => unknown): void {
  const { atelier } = useConnection();
  const [address, change] = useAddressParts<typeof AGAIN>();
  const jobId = address.get(AGAIN);
  const { data: job, isError } = useQuery({
    queryKey: QUERY_KEYS.job(jobId ?? ''),
    queryFn: ({ signal }) => atelier.job(jobId ?? '', signal),
    enabled: jobId !== null,
  });
  const take = useEffectEvent(() => {
    if (job?.request) fill(job.request);
    change({ [AGAIN]: '' });
  });
  const isKnown = jobId !== null && (job !== undefined || isError);
  useEffect(() => {
    if (isKnown) take();
  }, [isKnown]);
}

/** The model options of a request; `unnamed` is the resolution of one that names none. */
export function optionsIn(input: object, unnamed: ModelOptions['resolution'] = MODEL_OPTIONS.resolution): ModelOptions {
  const resolution = textIn(input, 'resolution');
  return {
    model: textIn(input, 'model') || null,
    resolution: RESOLUTIONS.find((one) => one === resolution) ?? unnamed,
    ratio: textIn(input, 'aspect_ratio'),
    count: Number(textIn(input, 'num_images')) || 1,
  };
}

/** The text of a field of a request; empty where it has none. */
export function textIn(input: object, field: string): string {
  const value: unknown = Reflect.get(input, field);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** The texts of a list of a request, or of its single field; none where it has neither. */
export function textsIn(input: object, field: string): readonly string[] {
  const values: unknown[] = [Reflect.get(input, field), Reflect.get(input, `${field}s`)].flat();
  return values.filter((value): value is string => typeof value === 'string');
}
