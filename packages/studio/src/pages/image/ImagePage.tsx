import { IMAGE_OPERATIONS, type ImageOperation, type ImageRecord } from '@atelier/contract';
import { useParams } from 'react-router';
import { useImages } from '../../api/queries.ts';
import { ButtonLink } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { useWork } from '../../components/work/use-work.ts';
import { useAddressParts } from '../../lib/use-address-parts.ts';
import { AnimateForm } from './AnimateForm.tsx';
import { EditForm } from './EditForm.tsx';
import type { OperationForm } from './form.ts';
import styles from './ImagePage.module.css';
import { InpaintForm } from './InpaintForm.tsx';
import { Stage } from './Stage.tsx';
import { ToolBar } from './ToolBar.tsx';
import { UpscaleForm } from './UpscaleForm.tsx';
import { useInpaint } from './use-inpaint.ts';
import { useNaturalSize } from './use-natural-size.ts';

const FORMS: Readonly<Record<ImageOperation, OperationForm>> = {
  edit: EditForm,
  inpaint: InpaintForm,
  upscale: UpscaleForm,
  animate: AnimateForm,
};

/** One picture and its operations. The address holds the chosen one, and the result that is shown. */
export function ImagePage() {
  const { id = '' } = useParams();
  const [image] = useImages([id]);
  return (
    <>
      <PageHeader />
      {image?.isPending && <Skeleton shape="block" />}
      {image?.error && <ErrorNotice error={image.error} onRetry={() => void image.refetch()} />}
      {image?.data === null && <Gone />}
      {image?.data && (image.data.path ? <Workbench key={id} image={image.data} url={image.data.path} /> : <Gone />)}
    </>
  );
}

function Workbench({ image, url }: { readonly image: ImageRecord; readonly url: string }) {
  const [search, change] = useAddressParts<'do' | 'result'>();
  const operation = IMAGE_OPERATIONS.find((one) => one === search.get('do')) ?? 'edit';
  const work = useWork('image');
  const size = useNaturalSize(url);
  const { draft } = useInpaint(image.id, work);
  const Form = FORMS[operation];
  return (
    <div className={styles.bench}>
      <Stage
        image={image}
        url={url}
        size={size}
        work={work}
        paints={operation === 'inpaint' && draft.way === 'brush'}
        shown={search.get('result')}
        onShow={(result) => change({ result: result ?? '' })}
      />
      <ToolBar
        value={operation}
        onChange={(chosen) => {
          work.forget();
          change({ do: chosen, result: '' });
        }}
      />
      <div className={styles.panel}>
        <Form image={image} size={size} work={work} />
      </div>
    </div>
  );
}

function Gone() {
  return (
    <EmptyState
      icon="gallery"
      title="There is no such image"
      action={<ButtonLink to="/studio/library">Go to the library</ButtonLink>}
    >
      It was deleted, or it never existed.
    </EmptyState>
  );
}
