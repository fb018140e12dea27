import { useState } from 'react';
import { Choice } from '../../components/Choice.tsx';
import { PictureInput } from '../../components/pictures/PictureInput.tsx';
import { isUnderWay, usePictures } from '../../components/pictures/use-pictures.ts';
import { ModelFields } from '../../components/work/ModelFields.tsx';
import { MODEL_OPTIONS, type ModelOptions, modelFields, priceOf } from '../../components/work/model-options.ts';
import { NoModel } from '../../components/work/NoModel.tsx';
import { PayButton } from '../../components/work/PayButton.tsx';
import { engineOf, PromptField } from '../../components/work/PromptField.tsx';
import { useOperation } from '../../components/work/use-operation.ts';
import { labelOf } from '../../errors/labels.ts';
import { Brush } from './Brush.tsx';
import type { OperationFormProps } from './form.ts';
import { maskOf, type Stroke } from './mask.ts';
import { useIsEmptyMask } from './use-empty-mask.ts';

interface Draft extends ModelOptions, Marks {
  readonly prompt: string;
  /** The picture the marks belong to: on another there are none. */
  readonly imageId: string;
  readonly way: 'brush' | 'file';
}

/** The marked pixels of a picture: by the brush, and by an uploaded mask. */
interface Marks {
  readonly strokes: readonly Stroke[];
  readonly mask: readonly string[];
}

/** Without a resolution, every pixel outside the marks stays the picture's own. */
const EMPTY: Draft = {
  ...MODEL_OPTIONS,
  resolution: '',
  prompt: '',
  imageId: '',
  strokes: [],
  mask: [],
  way: 'brush',
};

/** Repaints or removes the marked part. The user marks it with a brush, or uploads a mask. */
export function InpaintForm({ image, url, work }: OperationFormProps) {
  const { draft, change, account, models, model, query } = useOperation('inpaint', EMPTY, work);
  const [size, setSize] = useState<{ readonly width: number; readonly height: number } | null>(null);
  const marks = marksOn(image.id, draft);
  const mark = (next: (now: Marks) => Partial<Marks>) =>
    change((now) => {
      const own = marksOn(image.id, now);
      return { imageId: image.id, ...own, ...next(own) };
    });
  const mask = usePictures(
    marks.mask,
    (next) => mark((now) => ({ mask: next(now.mask) })),
    1,
    'inpaint-mask',
    `inpaint-mask:${account.workspace_id}:${image.id}`,
  );
  const isEmpty = useIsEmptyMask(draft.way === 'file' ? marks.mask[0] : undefined);
  if (!model) return <NoModel query={query} />;
  const { strokes } = marks;
  const fields = modelFields(draft, model, account);
  const [maskId] = marks.mask;
  const { aspect_ratio: _, ...own } = fields;

  function submit() {
    const marked = draft.way === 'file' ? { mask_image_id: maskId } : size && { mask: maskOf(strokes, size) };
    const prompt = draft.prompt.trim();
    work.submit({ operation: 'inpaint', image_id: image.id, input: { ...own, ...marked, ...(prompt && { prompt }) } });
  }
  return (
    <>
      <Choice
        label="What to repaint"
        value={draft.way}
        onChange={(way) => change({ way })}
        options={[
          { value: 'brush', label: 'Mark it with a brush' },
          { value: 'file', label: 'Use a mask file' },
        ]}
      />
      {draft.way === 'brush' ? (
        <Brush url={url} strokes={strokes} onStrokes={(next) => mark(() => ({ strokes: next }))} onSize={setSize} />
      ) : (
        <PictureInput
          label={labelOf('mask_image_id')}
          noun="mask"
          hint="White is repainted, black is kept."
          pictures={mask}
        />
      )}
      <PromptField
        operation="inpaint"
        hint="Leave empty to remove the marked part."
        engine={engineOf(model, 'inpaint')}
        value={draft.prompt}
        onChange={(prompt) => change({ prompt })}
      />
      <ModelFields
        account={account}
        models={models}
        model={model}
        options={draft}
        onChange={change}
        omittedRatio={null}
        omittedResolution="Same as the image"
      />
      <PayButton
        label="Repaint it"
        price={fields.num_images * priceOf(model, fields)}
        obstacle={
          draft.way === 'brush' && !size
            ? 'The image is still loading.'
            : obstacleOf(draft.way, marks, mask.pending.some(isUnderWay), isEmpty)
        }
        work={work}
        onSubmit={submit}
      />
    </>
  );
}

/** The marks of a draft on a picture. */
function marksOn(imageId: string, { imageId: own, strokes, mask }: Draft): Marks {
  return own === imageId ? { strokes, mask } : { strokes: [], mask: [] };
}

function obstacleOf(
  way: Draft['way'],
  { strokes, mask }: Marks,
  isUploading: boolean,
  isEmpty: boolean,
): string | null {
  if (way === 'brush') return strokes.length === 0 ? 'Mark what to repaint.' : null;
  if (isUploading) return 'The mask is still uploading.';
  if (mask.length === 0) return 'Add a mask.';
  return isEmpty ? 'The mask marks nothing. Paint the part to change white on black.' : null;
}
