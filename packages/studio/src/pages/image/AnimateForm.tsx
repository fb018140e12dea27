import { DURATIONS_SECONDS, type DurationSeconds } from '@atelier/contract';
import { Choice } from '../../components/Choice.tsx';
import { PictureChooser } from '../../components/pictures/PictureChooser.tsx';
import { PictureInput } from '../../components/pictures/PictureInput.tsx';
import { isUnderWay, usePictures } from '../../components/pictures/use-pictures.ts';
import { filmPrice } from '../../components/work/film-price.ts';
import { ModelFields } from '../../components/work/ModelFields.tsx';
import { MODEL_OPTIONS, type ModelOptions, modelFields } from '../../components/work/model-options.ts';
import { NoModel } from '../../components/work/NoModel.tsx';
import { PayButton } from '../../components/work/PayButton.tsx';
import { engineOf, PromptField } from '../../components/work/PromptField.tsx';
import { optionsIn, textIn, textsIn, useAgain } from '../../components/work/use-again.ts';
import { useOperation } from '../../components/work/use-operation.ts';
import { labelOf } from '../../errors/labels.ts';
import type { OperationFormProps } from './form.ts';

interface Draft extends ModelOptions {
  readonly prompt: string;
  readonly seconds: DurationSeconds;
  readonly lastFrame: readonly string[];
}

const EMPTY: Draft = { ...MODEL_OPTIONS, prompt: '', seconds: 5, lastFrame: [] };

/** The draft that leads to a request which was made before. */
function draftOf(input: object): Draft {
  const seconds = Number(textIn(input, 'duration_seconds'));
  return {
    ...optionsIn(input),
    prompt: textIn(input, 'prompt'),
    seconds: DURATIONS_SECONDS.find((one) => one === seconds) ?? EMPTY.seconds,
    lastFrame: textsIn(input, 'last_frame_image_id'),
  };
}

/** Makes a video of the picture. */
export function AnimateForm({ image, work }: OperationFormProps) {
  const { draft, change, account, models, model, query } = useOperation('animate', EMPTY, work);
  const lastFrame = usePictures(
    draft.lastFrame,
    (next) => change((now) => ({ lastFrame: next(now.lastFrame) })),
    1,
    'video-last-frame',
    `animate-last-frame:${account.workspace_id}`,
  );
  useAgain(({ input }) => change(draftOf(input)));
  if (!model) return <NoModel query={query} />;
  const fields = { ...modelFields(draft, model, account), num_images: 1 };
  const [last] = draft.lastFrame;
  const input = {
    ...fields,
    duration_seconds: draft.seconds,
    ...(draft.prompt.trim() && { prompt: draft.prompt.trim() }),
    ...(last && { last_frame_image_id: last }),
  };
  return (
    <>
      <PromptField
        operation="animate"
        hint="Leave empty for a slow push-in."
        engine={engineOf(model, 'animate')}
        value={draft.prompt}
        onChange={(prompt) => change({ prompt })}
      />
      <Choice
        label={labelOf('duration_seconds')}
        value={draft.seconds}
        onChange={(seconds) => change({ seconds })}
        options={DURATIONS_SECONDS.map((value) => ({ value, label: `${value} seconds` }))}
      />
      <PictureInput
        label={labelOf('last_frame_image_id')}
        noun="last frame"
        hint="Optional: the video ends with it."
        pictures={lastFrame}
        actions={<PictureChooser title="Choose a last frame" sources={['results']} pictures={lastFrame} />}
      />
      <ModelFields
        account={account}
        models={models}
        model={model}
        options={draft}
        onChange={change}
        omittedRatio="9:16"
        single
      />
      <PayButton
        label="Animate"
        price={filmPrice(model, fields, draft.seconds)}
        obstacle={lastFrame.pending.some(isUnderWay) ? 'The last frame is still uploading.' : null}
        work={work}
        onSubmit={() => work.submit({ operation: 'animate', image_id: image.id, input })}
      />
    </>
  );
}
