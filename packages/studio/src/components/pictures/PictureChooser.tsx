import { useState } from 'react';
import { type ChoiceSource, type PictureChoice, useChoices } from '../../api/choices.ts';
import { Button } from '../Button.tsx';
import { Choice } from '../Choice.tsx';
import { Dialog } from '../Dialog.tsx';
import { EmptyState } from '../EmptyState.tsx';
import { ErrorNotice } from '../ErrorNotice.tsx';
import { Skeleton } from '../Skeleton.tsx';
import styles from './PictureChooser.module.css';
import type { Pictures } from './use-pictures.ts';

const NAMES: Readonly<Record<ChoiceSource, string>> = { results: 'Results', avatars: 'Avatars', products: 'Products' };

const NOTHING: Readonly<Record<ChoiceSource, string>> = {
  results: 'Your results appear here.',
  avatars: 'Avatars are saved under Assets.',
  products: 'Products are saved under Assets.',
};

/** A button, and behind it a window to choose a picture that the service has already. */
export function PictureChooser({
  title,
  sources,
  pictures,
}: {
  readonly title: string;
  readonly sources: readonly [ChoiceSource, ...ChoiceSource[]];
  readonly pictures: Pictures;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const [source, setSource] = useState(sources[0]);
  return (
    <>
      <Button kind="quiet" size="small" icon="gallery" onClick={() => setIsOpen(true)}>
        {title}
      </Button>
      <Dialog title={title} open={isOpen} onClose={() => setIsOpen(false)} wide>
        <Choice
          label="From"
          value={source}
          onChange={setSource}
          options={sources.map((value) => ({ value, label: NAMES[value] }))}
        />
        <Choices key={source} source={source} pictures={pictures} onChosen={() => setIsOpen(false)} />
      </Dialog>
    </>
  );
}

function Choices({
  source,
  pictures,
  onChosen,
}: {
  readonly source: ChoiceSource;
  readonly pictures: Pictures;
  readonly onChosen: () => void;
}) {
  const { data, error, refetch } = useChoices(source);
  const [failure, setFailure] = useState<unknown>(null);

  async function choose(choice: PictureChoice) {
    try {
      const taken = await choice.take();
      if (typeof taken === 'string') pictures.choose(taken);
      else pictures.add([taken]);
      onChosen();
    } catch (reason) {
      setFailure(reason);
    }
  }
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (data?.length === 0) {
    return (
      <EmptyState icon="gallery" title="Nothing here yet">
        {NOTHING[source]}
      </EmptyState>
    );
  }
  return (
    <>
      {failure !== null && <ErrorNotice error={failure} />}
      <ul className={styles.choices} aria-busy={!data}>
        {!data && ['a', 'b', 'c', 'd'].map((each) => <Skeleton key={each} shape="picture" />)}
        {data?.map((choice) => (
          <li key={choice.id}>
            <button type="button" className={styles.choice} onClick={() => void choose(choice)}>
              <img src={choice.url} alt="" loading="lazy" />
              <span>{choice.label}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
