import { UPSCALE_FACTORS, type UpscaleFactor } from '@atelier/contract';
import { Choice } from '../../components/Choice.tsx';
import { Notice } from '../../components/Notice.tsx';
import { ModelFields } from '../../components/work/ModelFields.tsx';
import { MODEL_OPTIONS } from '../../components/work/model-options.ts';
import { NoModel } from '../../components/work/NoModel.tsx';
import { PayButton } from '../../components/work/PayButton.tsx';
import { optionsIn, textIn, useAgain } from '../../components/work/use-again.ts';
import { useOperation } from '../../components/work/use-operation.ts';
import { labelOf } from '../../errors/labels.ts';
import type { OperationFormProps } from './form.ts';

interface Draft {
  readonly factor: UpscaleFactor;
}

const EMPTY: typeof MODEL_OPTIONS & Draft = { ...MODEL_OPTIONS, factor: 2 };

/** Makes the picture larger, or clearer at its own size. */
export function UpscaleForm({ image, work }: OperationFormProps) {
  const { draft, change, account, models, model, query } = useOperation('upscale', EMPTY, work);
  useAgain(({ input }) => {
    const factor = Number(textIn(input, 'upscale_factor'));
    change({ ...optionsIn(input), factor: UPSCALE_FACTORS.find((one) => one === factor) ?? EMPTY.factor });
  });
  if (!model) return <NoModel query={query} />;
  const size =
    image.width_px && image.height_px ? [image.width_px * draft.factor, image.height_px * draft.factor] : null;
  return (
    <>
      <Choice
        label={labelOf('upscale_factor')}
        value={draft.factor}
        onChange={(factor) => change({ factor })}
        options={UPSCALE_FACTORS.map((value) => ({ value, label: value === 1 ? 'Restore' : `${value} ×` }))}
      />
      {size && <Notice>{`The result has ${size[0]} × ${size[1]} pixels.`}</Notice>}
      <ModelFields
        account={account}
        models={models}
        model={model}
        options={draft}
        onChange={change}
        omittedRatio={null}
        single
      />
      <PayButton
        label={draft.factor === 1 ? 'Restore it' : 'Upscale it'}
        price={model.prices.standard}
        obstacle={null}
        work={work}
        onSubmit={() =>
          work.submit({
            operation: 'upscale',
            image_id: image.id,
            input: { model: model.name, upscale_factor: draft.factor },
          })
        }
      />
    </>
  );
}
