import { ModelFields } from '../../components/work/ModelFields.tsx';
import { MODEL_OPTIONS, modelFields, priceOf } from '../../components/work/model-options.ts';
import { NoModel } from '../../components/work/NoModel.tsx';
import { PayButton } from '../../components/work/PayButton.tsx';
import { engineOf, PromptField } from '../../components/work/PromptField.tsx';
import { optionsIn, textIn, useAgain } from '../../components/work/use-again.ts';
import { useOperation } from '../../components/work/use-operation.ts';
import type { OperationFormProps } from './form.ts';

const EMPTY = { ...MODEL_OPTIONS, prompt: '' };

/** Changes the picture as words say. */
export function EditForm({ image, work }: OperationFormProps) {
  const { draft, change, account, models, model, query } = useOperation('edit', EMPTY, work);
  useAgain(({ input }) => change({ ...optionsIn(input), prompt: textIn(input, 'prompt') }));
  if (!model) return <NoModel query={query} />;
  const fields = modelFields(draft, model, account);
  return (
    <>
      <PromptField
        operation="edit"
        engine={engineOf(model, 'edit')}
        value={draft.prompt}
        onChange={(prompt) => change({ prompt })}
      />
      <ModelFields
        account={account}
        models={models}
        model={model}
        options={draft}
        onChange={change}
        omittedRatio="Same as the image"
      />
      <PayButton
        label="Change it"
        price={fields.num_images * priceOf(model, fields)}
        obstacle={draft.prompt.trim() === '' ? 'Describe what to change.' : null}
        work={work}
        onSubmit={() =>
          work.submit({ operation: 'edit', image_id: image.id, input: { ...fields, prompt: draft.prompt.trim() } })
        }
      />
    </>
  );
}
