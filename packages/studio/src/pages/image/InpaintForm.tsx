import { Choice } from '../../components/Choice.tsx';
import { PictureInput } from '../../components/pictures/PictureInput.tsx';
import { isUnderWay, usePictures } from '../../components/pictures/use-pictures.ts';
import { ModelFields } from '../../components/work/ModelFields.tsx';
import { modelFields, priceOf } from '../../components/work/model-options.ts';
import { NoModel } from '../../components/work/NoModel.tsx';
import { PayButton } from '../../components/work/PayButton.tsx';
import { engineOf, PromptField } from '../../components/work/PromptField.tsx';
import { optionsIn, textIn, textsIn, useAgain } from '../../components/work/use-again.ts';
import { labelOf } from '../../errors/labels.ts';
import type { OperationFormProps } from './form.ts';
import { isNothingLeft, maskOf } from './mask.ts';
import { useIsEmptyMask } from './use-empty-mask.ts';
import { type Marks, useInpaint } from './use-inpaint.ts';

/** Repaints or removes the marked part. The user marks it with the brush on the canvas, or uploads a mask. */
export function InpaintForm({ image, size, work }: OperationFormProps) {
  const { draft, change, account, models, model, query, marks, mark } = useInpaint(image.id, work);
  const mask = usePictures(
    marks.mask,
    (next) => mark((now) => ({ mask: next(now.mask) })),
    1,
    'inpaint-mask',
    `inpaint-mask:${account.workspace_id}:${image.id}`,
  );
  useAgain(({ input }) => {
    // The strokes of a brush are not kept with the request; those on the canvas stay.
    const masks = textsIn(input, 'mask_image_id');
    const way = masks.length > 0 ? 'file' : 'brush';
    change({ ...optionsIn(input, ''), prompt: textIn(input, 'prompt'), way });
    if (way === 'file') mark(() => ({ mask: masks }));
  });
  const isEmpty = useIsEmptyMask(draft.way === 'file' ? marks.mask[0] : undefined);
  if (!model) return <NoModel query={query} />;
  const isUnmarked = size === null || isNothingLeft(marks.strokes, size);
  const fields = modelFields(draft, model, account);
  const [maskId] = marks.mask;
  const { aspect_ratio: _, ...own } = fields;

  function submit() {
    const marked = draft.way === 'file' ? { mask_image_id: maskId } : size && { mask: maskOf(marks.strokes, size) };
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
      {draft.way === 'file' && (
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
            : obstacleOf(draft.way, marks, isUnmarked, mask.pending.some(isUnderWay), isEmpty)
        }
        work={work}
        onSubmit={submit}
      />
    </>
  );
}

function obstacleOf(
  way: 'brush' | 'file',
  { mask }: Marks,
  isUnmarked: boolean,
  isUploading: boolean,
  isEmpty: boolean,
): string | null {
  if (way === 'brush') return isUnmarked ? 'Mark what to repaint.' : null;
  if (isUploading) return 'The mask is still uploading.';
  if (mask.length === 0) return 'Add a mask.';
  return isEmpty ? 'The mask marks nothing. Paint the part to change white on black.' : null;
}
