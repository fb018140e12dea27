import { GARMENTS_MAX, type Model } from '@atelier/contract';
import { useEffect, useEffectEvent, useLayoutEffect } from 'react';
import { useAccount, useModels } from '../../api/queries.ts';
import { useConnection } from '../../api/session.tsx';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { PictureChooser } from '../../components/pictures/PictureChooser.tsx';
import { PictureInput } from '../../components/pictures/PictureInput.tsx';
import { isUnderWay, type Pictures, usePictures } from '../../components/pictures/use-pictures.ts';
import { Skeleton } from '../../components/Skeleton.tsx';
import { modelOf } from '../../components/work/model-options.ts';
import { useAgain } from '../../components/work/use-again.ts';
import { changing, useWork } from '../../components/work/use-work.ts';
import { labelOf } from '../../errors/labels.ts';
import { useAddressParts } from '../../lib/use-address-parts.ts';
import type { KeptChange } from '../../lib/use-kept.ts';
import { type Draft, draftOf, useDraft } from './draft.ts';
import { OptionsForm } from './OptionsForm.tsx';
import { Stage } from './Stage.tsx';
import { SubmitBar } from './SubmitBar.tsx';
import styles from './TryOnPage.module.css';

/** Dresses a person in one to four garments. */
export function TryOnPage() {
  const models = useModels('virtual_try_on');
  return (
    <>
      <PageHeader>Dress one person in one to four garments.</PageHeader>
      {models.data && <Workbench models={models.data} />}
      {models.error && <ErrorNotice error={models.error} onRetry={() => void models.refetch()} />}
      {models.isPending && <Skeleton shape="block" />}
    </>
  );
}

/** The form on one side, its results on the other. */
function Workbench({ models }: { readonly models: readonly Model[] }) {
  const account = useAccount();
  const work = useWork('try-on');
  const [draft, changeDraft] = useDraft();
  const change = changing(work, changeDraft);
  const person = usePictures(
    draft.person,
    (next) => change((now) => ({ person: next(now.person) })),
    1,
    'virtual-try-on-person',
    `try-on-person:${account.workspace_id}`,
  );
  const garments = usePictures(
    draft.garments,
    (next) => change((now) => ({ garments: next(now.garments) })),
    GARMENTS_MAX,
    'virtual-try-on-outfit',
    `try-on-garments:${account.workspace_id}`,
  );
  useBrought(person, garments);
  usePersonOfAddress(person);
  useRequestOfAddress(change);
  const model = modelOf(models, 'virtual_try_on', draft.options);
  const isUploading = [...person.pending, ...garments.pending].some(isUnderWay);
  if (!model) return <ErrorNotice error={new Error('Your workspace has no access to a try-on model.')} />;
  return (
    <div className={styles.bench}>
      <div className={styles.form}>
        <PictureInput
          label={labelOf('person_image_id')}
          noun="person"
          pictures={person}
          hint="One person, from the front, with the arms away from the body."
          actions={<PictureChooser title="Choose a person" sources={['avatars', 'results']} pictures={person} />}
        />
        <PictureInput
          label={labelOf('outfit_image_ids', 'virtual_try_on')}
          noun="garment"
          pictures={garments}
          hint="Laid flat or on a hanger. The first goes on first."
          actions={<PictureChooser title="Choose a garment" sources={['products', 'results']} pictures={garments} />}
        />
        <OptionsForm
          account={account}
          models={models}
          model={model}
          options={draft.options}
          onChange={(part) => change((now) => ({ options: { ...now.options, ...part } }))}
        />
        <SubmitBar draft={draft} model={model} account={account} work={work} isUploading={isUploading} />
      </div>
      <Stage work={work} onUseAsPerson={person.choose} />
    </div>
  );
}

/** A request that another page wants asked again: it fills the form. */
function useRequestOfAddress(change: KeptChange<Draft>): void {
  const { api } = useConnection();
  const photoOf = async (id: string) => {
    const photos = await api('GET', '/assets/{id}/images', { params: { id }, query: { for_training: true } });
    return photos[0]?.id ?? null;
  };
  useAgain(async ({ input }) => change(await draftOf(input, photoOf)));
}

/** A picture that another page wants dressed: it takes the person's place, and leaves the address. */
function usePersonOfAddress({ choose }: Pictures): void {
  const [search, change] = useAddressParts<'person'>();
  const wanted = search.get('person');
  const take = useEffectEvent((id: string) => {
    choose(id);
    change({ person: '' });
  });
  useEffect(() => {
    if (wanted !== null) take(wanted);
  }, [wanted]);
}

/**
 * A picture that is pasted, or dropped beside the places for pictures, is the person, or a garment where there is a
 * person already. Left alone, the browser would open a dropped file instead of the page.
 */
function useBrought(person: Pictures, garments: Pictures): void {
  const take = useEffectEvent((data: DataTransfer | null) => {
    const files = [...(data?.files ?? [])];
    if (files.length === 0) return;
    const hasPerson = person.ids.length + person.pending.length > 0;
    (hasPerson ? garments : person).add(files);
  });
  // As soon as the places for pictures are seen.
  useLayoutEffect(() => {
    const paste = ({ clipboardData }: ClipboardEvent) => take(clipboardData);
    const over = (event: DragEvent) => event.preventDefault();
    const drop = (event: DragEvent) => {
      // One that hit a place for pictures has been taken there.
      if (!event.defaultPrevented) take(event.dataTransfer);
      event.preventDefault();
    };
    document.addEventListener('paste', paste);
    document.addEventListener('dragover', over);
    document.addEventListener('drop', drop);
    return () => {
      document.removeEventListener('paste', paste);
      document.removeEventListener('dragover', over);
      document.removeEventListener('drop', drop);
    };
  }, []);
}
