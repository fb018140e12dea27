import { PROMPT_LENGTH_MAX } from '@atelier/contract';
import { TextArea } from '../../components/Field.tsx';
import { ModelFields } from '../../components/work/ModelFields.tsx';
import { MODEL_OPTIONS, modelFields } from '../../components/work/model-options.ts';
import { NoModel } from '../../components/work/NoModel.tsx';
import { PayButton } from '../../components/work/PayButton.tsx';
import { useOperation } from '../../components/work/use-operation.ts';
import type { OperationFormProps } from './form.ts';

const EMPTY = { ...MODEL_OPTIONS, prompt: '' };

/** Changes the picture as words say. */
export function EditForm({ image, work }: OperationFormProps) {
  const { draft, change, account, models, model, query } = useOperation('edit', EMPTY);
  if (!model) return <NoModel query={query} />;
  const fields = modelFields(draft, model, account);
  return (
    <>
      <TextArea
        label="What to change"
        hint="Colours and patterns of clothes, the background, light and tone, crop or extend, remove a logo. Several in one go."
        placeholder="Make the shirt navy and the background plain white"
        maxLength={PROMPT_LENGTH_MAX}
        value={draft.prompt}
        onChange={({ target }) => change({ prompt: target.value })}
      />
      <ModelFields
        account={account}
        models={models}
        model={model}
        options={draft}
        onChange={change}
        omittedRatio="As the picture"
      />
      <PayButton
        label="Change it"
        price={fields.num_images * model.prices[fields.resolution]}
        obstacle={draft.prompt.trim() === '' ? 'Say what to change.' : null}
        work={work}
        onSubmit={() =>
          work.submit({ operation: 'edit', image_id: image.id, input: { ...fields, prompt: draft.prompt.trim() } })
        }
      />
    </>
  );
}
