import { useQuery } from '@tanstack/react-query';
import { useAssets } from '../../api/lists.ts';
import { QUERY_KEYS } from '../../api/queries.ts';
import { useConnection } from '../../api/session.tsx';
import { Button } from '../../components/Button.tsx';
import { ASSET_WORDS } from '../../lib/asset-words.ts';
import { wordsOf } from '../../lib/format.ts';
import styles from './Filters.module.css';
import type { useFilter } from './filter.ts';

/** The shoot and the asset that a link narrowed the library to. A press takes one away. */
export function Parts({
  filter: { shoot_id, asset_id },
  change,
}: Pick<ReturnType<typeof useFilter>, 'filter' | 'change'>) {
  if (!shoot_id && !asset_id) return null;
  return (
    <div className={styles.parts}>
      {shoot_id && <ShootPart id={shoot_id} onRemove={() => change({ shoot: '' })} />}
      {asset_id && <AssetPart id={asset_id} onRemove={() => change({ asset: '' })} />}
    </div>
  );
}

interface PartProps {
  readonly id: string;
  readonly onRemove: () => void;
}

function ShootPart({ id, onRemove }: PartProps) {
  const { atelier } = useConnection();
  const { data: shoot } = useQuery({
    queryKey: [...QUERY_KEYS.shoots, id],
    queryFn: ({ signal }) => atelier.shoots.get(id, signal),
  });
  return <Part onRemove={onRemove}>{shoot ? `Shoot: ${shoot.look_name}` : 'One shoot'}</Part>;
}

function AssetPart({ id, onRemove }: PartProps) {
  const asset = useAssets([id])[0]?.data;
  return (
    <Part onRemove={onRemove}>{asset ? `${wordsOf(ASSET_WORDS[asset.type].one)}: ${asset.alias}` : 'One asset'}</Part>
  );
}

function Part({ children, onRemove }: { readonly children: string; readonly onRemove: () => void }) {
  return (
    <Button size="small" icon="close" title="Remove this filter" onClick={onRemove}>
      {children}
    </Button>
  );
}
