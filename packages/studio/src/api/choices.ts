import type { Asset } from '@atelier/contract';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { ownAddress } from '../lib/own-address.ts';
import { QUERY_KEYS } from './queries.ts';
import { useConnection } from './session.tsx';

/** Where a picture can be chosen from. */
export type ChoiceSource = 'results' | 'avatars' | 'products';

/** A picture that can be chosen. */
export interface PictureChoice {
  /** Unique within its source. */
  readonly id: string;
  readonly label: string;
  /** Address of the shown picture. */
  readonly url: string;
  /** Finds the image to use: its ID, or a file of the shared library that must be uploaded first, as nobody owns it. */
  take(): Promise<string | File>;
}

/** How many are offered: the newest. */
const OFFERED_MAX = 60;

/** The newest pictures of a source. */
export function useChoices(source: ChoiceSource): UseQueryResult<readonly PictureChoice[]> {
  const { atelier, api } = useConnection();

  async function results(signal: AbortSignal): Promise<readonly PictureChoice[]> {
    const { jobs } = await atelier.jobs({ status: 'completed', limit: OFFERED_MAX, signal });
    return jobs.flatMap(({ result }, index) =>
      result?.type === 'image'
        ? [{ id: result.id, label: `Result ${index + 1}`, url: result.url, take: async () => result.id }]
        : [],
    );
  }
  async function assets(type: Asset['type'], signal: AbortSignal): Promise<readonly PictureChoice[]> {
    const query = { type, paginated: true, include_public: type === 'model', limit: OFFERED_MAX };
    const page = await api('GET', '/assets', { query, signal });
    const list = 'assets' in page ? page.assets : page;
    return list.flatMap((asset) => (asset.display_image ? [choiceOf(asset, asset.display_image)] : []));
  }
  function choiceOf({ id, alias, public: isPublic }: Asset, url: string): PictureChoice {
    return { id, label: alias, url, take: () => (isPublic ? fileAt(url, alias) : firstImage(id, alias)) };
  }
  async function firstImage(id: string, alias: string): Promise<string> {
    const [image] = await api('GET', '/assets/{id}/images', { params: { id } });
    if (!image) throw new Error(`${alias} no longer has images.`);
    return image.id;
  }
  return useQuery({
    queryKey: [...(source === 'results' ? QUERY_KEYS.jobs : QUERY_KEYS.assets), 'choices', source],
    queryFn: ({ signal }) =>
      source === 'results' ? results(signal) : assets(source === 'avatars' ? 'model' : 'outfit', signal),
  });
}

async function fileAt(url: string, name: string): Promise<File> {
  const response = await fetch(ownAddress(url));
  if (!response.ok) throw new Error(`The image of ${name} could not be loaded.`);
  const blob = await response.blob();
  return new File([blob], `${name}.${blob.type.split('/')[1] ?? 'webp'}`, { type: blob.type });
}
