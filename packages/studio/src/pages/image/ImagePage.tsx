import { IMAGE_OPERATIONS, type ImageOperation, type ImageRecord } from '@atelier/contract';
import { useParams, useSearchParams } from 'react-router';
import { useImages } from '../../api/queries.ts';
import { ButtonLink } from '../../components/Button.tsx';
import { Choice } from '../../components/Choice.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { DownloadLink } from '../../components/pictures/DownloadLink.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { Bench } from '../../components/work/Bench.tsx';
import { useWork } from '../../components/work/use-work.ts';
import { WorkRuns } from '../../components/work/WorkRuns.tsx';
import { AnimateForm } from './AnimateForm.tsx';
import { EditForm } from './EditForm.tsx';
import type { OperationForm } from './form.ts';
import styles from './ImagePage.module.css';
import { InpaintForm } from './InpaintForm.tsx';
import { UpscaleForm } from './UpscaleForm.tsx';

const FORMS: Readonly<Record<ImageOperation, { readonly label: string; readonly Form: OperationForm }>> = {
  edit: { label: 'Edit', Form: EditForm },
  inpaint: { label: 'Inpaint', Form: InpaintForm },
  upscale: { label: 'Enlarge', Form: UpscaleForm },
  animate: { label: 'Animate', Form: AnimateForm },
};

/** One picture and its operations. The address holds the chosen one. */
export function ImagePage() {
  const { id = '' } = useParams();
  const [image] = useImages([id]);
  return (
    <>
      <PageHeader>Edit, repaint, enlarge or animate this image.</PageHeader>
      {image?.isPending && <Skeleton shape="block" />}
      {image?.error && <ErrorNotice error={image.error} onRetry={() => void image.refetch()} />}
      {image?.data === null && <Gone />}
      {image?.data && (image.data.path ? <Workbench key={id} image={image.data} url={image.data.path} /> : <Gone />)}
    </>
  );
}

function Workbench({ image, url }: { readonly image: ImageRecord; readonly url: string }) {
  const [search, setSearch] = useSearchParams();
  const operation = IMAGE_OPERATIONS.find((one) => one === search.get('do')) ?? 'edit';
  const work = useWork('image');
  const { Form } = FORMS[operation];
  const runs = work.runs.filter(({ source }) => source === image.id);
  return (
    <Bench
      form={
        <>
          <Choice
            label="What to do"
            value={operation}
            onChange={(chosen) => {
              work.forget();
              setSearch({ do: chosen }, { replace: true });
            }}
            options={IMAGE_OPERATIONS.map((value) => ({ value, label: FORMS[value].label }))}
          />
          <Form image={image} url={url} work={work} />
        </>
      }
      results={
        <>
          <WorkRuns runs={runs} nothing="Results from this image appear here." />
          {operation !== 'inpaint' && (
            <figure className={styles.source}>
              <img
                src={url}
                alt="The original"
                width={image.width_px ?? undefined}
                height={image.height_px ?? undefined}
              />
              <figcaption className={styles.actions}>
                <DownloadLink url={url} />
                <ButtonLink to={`/studio/try-on?person=${image.id}`} icon="hanger">
                  Dress this person
                </ButtonLink>
              </figcaption>
            </figure>
          )}
        </>
      }
    />
  );
}

function Gone() {
  return (
    <EmptyState
      icon="gallery"
      title="There is no such image"
      action={<ButtonLink to="/studio/gallery">Go to the gallery</ButtonLink>}
    >
      It was deleted, or it never existed.
    </EmptyState>
  );
}
