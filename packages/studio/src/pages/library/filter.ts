import { IMAGE_ORIGINS, OPERATIONS, REVIEWS } from '@atelier/contract';
import type { LibraryFilter } from '../../api/library.ts';
import { useAddressParts } from '../../lib/use-address-parts.ts';

/** Decisions that a list can be narrowed to. */
const DECISIONS = ['none', ...REVIEWS] as const;

/** Names of the parts of a filter in the address. */
const FIELDS = ['search', 'show', 'review', 'collection', 'asset', 'shoot'] as const;
type Field = (typeof FIELDS)[number];

/** The filter in the page's address, so that a link, a reload and "back" lead to the same images. */
export function useFilter() {
  const [address, change] = useAddressParts<Field>();
  const [show, review] = [address.get('show'), address.get('review')];
  const origin = IMAGE_ORIGINS.find((one) => one === show);
  const operation = OPERATIONS.find((one) => one === show);
  const decision = DECISIONS.find((one) => one === review);
  const [search, collection, asset, shoot] = ['search', 'collection', 'asset', 'shoot'].map((name) =>
    address.get(name),
  );
  const filter: LibraryFilter = {
    ...(search && { search }),
    ...(origin && { origin }),
    ...(operation && { operation }),
    ...(decision && { review: decision }),
    ...(collection && { collection_id: collection }),
    ...(asset && { asset_id: asset }),
    ...(shoot && { shoot_id: shoot }),
  };
  const clear = () => change(Object.fromEntries(FIELDS.map((name) => [name, ''])));
  return { filter, change, show: origin ?? operation ?? '', clear };
}
