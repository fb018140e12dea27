import { type Look, SHOOT_PRODUCTS_MAX, type ShootCreation, type ShootEstimate } from '@atelier/contract';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QUERY_KEYS } from '../../api/queries.ts';
import { useConnection } from '../../api/session.tsx';
import { useAnnounce } from '../../components/Announcer.tsx';
import { Button } from '../../components/Button.tsx';
import { Choice } from '../../components/Choice.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { TextField } from '../../components/Field.tsx';
import { labelOf } from '../../errors/labels.ts';
import { countText, creditsText } from '../../lib/format.ts';
import { newId } from '../../lib/new-id.ts';
import { AssetPicker } from '../generate/AssetPicker.tsx';
import styles from './Form.module.css';

/** Ways to select products. */
const WAYS = [
  { value: 'all', label: 'All products' },
  { value: 'search', label: 'Products found by search' },
  { value: 'some', label: 'Selected products' },
] as const;
type Way = (typeof WAYS)[number]['value'];

/** Asks for the products, tells the price, and begins a shoot. */
export function NewShoot({
  look,
  open,
  onClose,
}: {
  readonly look: Look;
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  return (
    <Dialog title={`Apply “${look.name}”`} open={open} onClose={onClose} wide>
      <Form look={look} onClose={onClose} />
    </Dialog>
  );
}

function Form({ look, onClose }: { readonly look: Look; readonly onClose: () => void }) {
  const { atelier } = useConnection();
  const announce = useAnnounce();
  const [way, setWay] = useState<Way>('all');
  const [search, setSearch] = useState('');
  const [products, setProducts] = useState<readonly string[]>([]);
  // One key for this form: a request that is sent twice begins one shoot.
  const [idempotencyKey] = useState(newId);
  const body = bodyOf(look, way, search.trim(), products);
  const estimate = useQuery({
    queryKey: [...QUERY_KEYS.shoots, 'estimate', body],
    queryFn: ({ signal }) => (body ? atelier.shoots.estimate(body, signal) : null),
    enabled: body !== null,
    placeholderData: keepPreviousData,
  });
  const begin = useMutation({
    mutationFn: (wanted: ShootCreation) => atelier.shoots.create(wanted, { idempotencyKey }),
    onSuccess() {
      announce('The shoot has begun');
      onClose();
    },
    meta: { invalidates: [QUERY_KEYS.shoots] },
  });
  const told = body && !estimate.isPlaceholderData ? estimate.data : null;
  return (
    <div className={styles.form}>
      <Choice label={labelOf('product_ids')} value={way} onChange={setWay} options={WAYS} />
      {way === 'search' && (
        <TextField label="Text in the name or SKU" value={search} onChange={({ target }) => setSearch(target.value)} />
      )}
      {way === 'some' && (
        <AssetPicker
          label="Selected products"
          type="outfit"
          chosen={products}
          max={SHOOT_PRODUCTS_MAX}
          onChange={setProducts}
        />
      )}
      {estimate.error && <ErrorNotice error={estimate.error} onRetry={() => void estimate.refetch()} />}
      {told && <Estimate told={told} />}
      {way === 'some' && body === null && <p className={styles.price}>Choose at least one product.</p>}
      {begin.error && <ErrorNotice error={begin.error} onRetry={() => body && begin.mutate(body)} />}
      <Button
        kind="primary"
        size="large"
        busy={begin.isPending}
        disabled={!told || told.pictures === 0}
        onClick={() => body && begin.mutate(body)}
      >
        {told ? `Make ${countText(told.pictures, 'image')} for ${creditsText(told.price)}` : 'Begin'}
      </Button>
    </div>
  );
}

/** The body of the request; null while nothing is selected. */
function bodyOf({ id: look_id }: Look, way: Way, search: string, products: readonly string[]): ShootCreation | null {
  if (way === 'all') return { look_id, all: true };
  if (way === 'search') return search === '' ? null : { look_id, search };
  return products.length === 0 ? null : { look_id, product_ids: [...products] };
}

function Estimate({ told: { products, price, balance, unusable } }: { readonly told: ShootEstimate }) {
  return (
    <>
      <p className={styles.price}>
        {`${countText(products, 'product')}. You have ${creditsText(balance)}. `}
        {price > balance && 'The shoot pauses when they are used up, and continues when you get more.'}
      </p>
      {unusable.length > 0 && (
        <details className={styles.price}>
          <summary>{`${countText(unusable.length, 'product')} left out`}</summary>
          <ul className={styles.left}>
            {unusable.map(({ product_id: id, name, sku, reason }) => (
              <li key={id ?? sku}>{`${name ?? sku}: ${reason}`}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
