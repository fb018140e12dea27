import { OPERATIONS, REVIEWS } from '@atelier/contract';
import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { SelectField, TextField } from '../../components/Field.tsx';
import { OPERATION_WORDS } from '../../lib/job-words.ts';
import styles from './Filters.module.css';
import type { useFilter } from './filter.ts';
import { Parts } from './Parts.tsx';
import { REVIEW_WORDS } from './words.ts';

/** Pause in typing after which the search begins, in milliseconds. */
const TYPING_MS = 250;

/** The search and the filters of the library. */
export function Filters({ filter, change, show, clear }: ReturnType<typeof useFilter>) {
  const isNarrowed = Object.keys(filter).some((part) => part !== 'collection_id');
  return (
    <search className={styles.filters}>
      <Parts filter={filter} change={change} />
      <Search text={filter.search ?? ''} onChange={(search) => change({ search })} />
      <SelectField label="Show" value={show} onChange={({ target }) => change({ show: target.value })}>
        <option value="">Everything</option>
        <option value="generated">All results</option>
        {OPERATIONS.map((one) => (
          <option key={one} value={one}>
            {OPERATION_WORDS[one]}
          </option>
        ))}
        <option value="upload">Uploads</option>
      </SelectField>
      <SelectField
        label="Decision"
        value={filter.review ?? ''}
        onChange={({ target }) => change({ review: target.value })}
      >
        <option value="">Any</option>
        <option value="none">Undecided</option>
        {REVIEWS.map((one) => (
          <option key={one} value={one}>
            {REVIEW_WORDS[one].words}
          </option>
        ))}
      </SelectField>
      {isNarrowed && (
        <Button kind="quiet" icon="close" onClick={clear}>
          Clear filters
        </Button>
      )}
    </search>
  );
}

/** The search, as it is typed; the list follows when the typing pauses. */
function Search({ text, onChange }: { readonly text: string; readonly onChange: (text: string) => void }) {
  const [typed, setTyped] = useState(text);
  const send = useEffectEvent(() => {
    if (typed.trim() !== text) onChange(typed.trim());
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the typed text.
  useEffect(() => {
    const timer = setTimeout(send, TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  // The address changed elsewhere, as by "Clear filters".
  const [last, setLast] = useState(text);
  if (last !== text) {
    setLast(text);
    if (text !== typed.trim()) setTyped(text);
  }
  return (
    <div className={styles.search}>
      <TextField
        label="Search"
        type="search"
        value={typed}
        maxLength={200}
        placeholder="SKU, product, words or file name"
        onChange={({ target }) => setTyped(target.value)}
      />
    </div>
  );
}
