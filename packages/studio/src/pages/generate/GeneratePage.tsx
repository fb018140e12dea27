import { DURATIONS_SECONDS, GARMENTS_MAX, type Model, PRESET_CLASSES } from '@atelier/contract';
import { useModels } from '../../api/queries.ts';
import { useConnection } from '../../api/session.tsx';
import { Choice } from '../../components/Choice.tsx';
import { SelectField } from '../../components/Field.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { PictureInput } from '../../components/pictures/PictureInput.tsx';
import { isUnderWay, usePictures } from '../../components/pictures/use-pictures.ts';
import { Bench } from '../../components/work/Bench.tsx';
import { filmPrice } from '../../components/work/film-price.ts';
import { ModelFields } from '../../components/work/ModelFields.tsx';
import { modelFields, modelOf, priceOf } from '../../components/work/model-options.ts';
import { NoModel } from '../../components/work/NoModel.tsx';
import { PayButton } from '../../components/work/PayButton.tsx';
import { engineOf, PromptField } from '../../components/work/PromptField.tsx';
import { textsIn, useAgain } from '../../components/work/use-again.ts';
import { useOperation } from '../../components/work/use-operation.ts';
import { useWork } from '../../components/work/use-work.ts';
import { WorkRuns } from '../../components/work/WorkRuns.tsx';
import { labelOf } from '../../errors/labels.ts';
import { PRESET_WORDS } from '../../lib/asset-words.ts';
import { AssetPicker } from './AssetPicker.tsx';
import { type Draft, draftOf, EMPTY, filmOf, generationOf, obstacleOf, WAYS, type Way } from './draft.ts';

const WAY_WORDS: Readonly<Record<Way, string>> = {
  avatar: 'An avatar',
  products: 'Products only',
  words: 'Prompt only',
  film: 'A video',
};

/** Makes pictures and videos from avatars, scenes, products and words. */
export function GeneratePage() {
  const work = useWork('generate');
  return (
    <>
      <PageHeader>Images of avatars in your products, product images, and videos.</PageHeader>
      <Bench form={<Form work={work} />} results={<WorkRuns work={work} nothing="Your results appear here." />} />
    </>
  );
}

function Form({ work }: { readonly work: ReturnType<typeof useWork> }) {
  const { draft, change, account, models: imageModels, query } = useOperation('generate', EMPTY, work);
  const films = useModels('text_to_video');
  const photos = usePictures(
    draft.photos,
    (next) => change((now) => ({ photos: next(now.photos) })),
    GARMENTS_MAX - draft.products.length,
    'virtual-try-on-outfit',
    `generate-photos:${account.workspace_id}`,
  );
  const { atelier } = useConnection();
  useAgain(async (request) => {
    const named = textsIn(request.input, 'asset_id').map((id) => atelier.assets.get(id).catch(() => null));
    change(
      draftOf(
        request,
        (await Promise.all(named)).flatMap((asset) => asset ?? []),
      ),
    );
  });
  const isFilm = draft.way === 'film';
  const models = isFilm ? (films.data ?? []) : imageModels;
  const operation = isFilm ? 'text_to_video' : 'generate';
  const model = modelOf(models, operation, draft);
  if (!model) return <NoModel query={isFilm ? films : query} />;
  const engine = engineOf(model, operation);
  const isTextOnly = engine?.text_only ?? true;
  const fields = modelFields(draft, model, account);
  const price = isFilm ? filmPrice(model, fields, draft.seconds) : fields.num_images * priceOf(model, fields);

  function submit() {
    if (isFilm) work.submit({ operation: 'text_to_video', input: filmOf(draft, fields) });
    else work.submit({ operation: 'generate', input: generationOf(draft, fields) });
  }
  return (
    <>
      <Choice
        label={labelOf('generate_mode')}
        value={draft.way}
        onChange={(way) => change({ way })}
        options={WAYS.map((value) => ({
          value,
          label: WAY_WORDS[value],
          ...(value === 'words' && !wordsAreEnough(imageModels) && { disabled: true, note: 'no engine for this' }),
        }))}
      />
      <References draft={draft} change={change} />
      {(draft.way === 'avatar' || draft.way === 'products') && (
        <PictureInput
          label={labelOf('outfit_image_ids', 'generate')}
          noun="product photo"
          hint="At most four, including saved products."
          pictures={photos}
        />
      )}
      <PromptField
        operation={operation}
        engine={engine}
        value={draft.prompt}
        onChange={(prompt) => change({ prompt })}
      />
      {isFilm && (
        <Choice
          label={labelOf('duration_seconds')}
          value={draft.seconds}
          onChange={(seconds) => change({ seconds })}
          options={DURATIONS_SECONDS.map((value) => ({ value, label: `${value} seconds` }))}
        />
      )}
      <ModelFields
        account={account}
        models={models}
        model={model}
        options={draft}
        onChange={change}
        omittedRatio={isFilm ? '9:16' : '3:4'}
        single={isFilm}
      />
      <PayButton
        label={isFilm ? 'Make the video' : 'Generate'}
        price={price}
        obstacle={obstacleOf(draft, photos.pending.some(isUnderWay), isTextOnly)}
        work={work}
        onSubmit={submit}
      />
    </>
  );
}

/** True where some model makes pictures of words alone. */
function wordsAreEnough(models: readonly Model[]): boolean {
  return models.some((model) => model.available && engineOf(model, 'generate')?.text_only);
}

function References({ draft, change }: { readonly draft: Draft; readonly change: (part: Partial<Draft>) => void }) {
  const { way } = draft;
  return (
    <>
      {(way === 'avatar' || way === 'film') && (
        <AssetPicker
          label={labelOf('asset_ids')}
          type="model"
          chosen={draft.avatar}
          max={1}
          onChange={(avatar) => change({ avatar })}
        />
      )}
      {way !== 'words' && (
        <AssetPicker
          label="Preset"
          type="preset"
          chosen={draft.scene}
          max={1}
          onChange={(scene) => change({ scene })}
        />
      )}
      {(way === 'avatar' || way === 'products') && (
        <AssetPicker
          label={labelOf('outfit_asset_ids')}
          type="outfit"
          chosen={draft.products}
          max={GARMENTS_MAX - draft.photos.length}
          onChange={(products) => change({ products })}
        />
      )}
      {way === 'products' && (
        <SelectField
          label={labelOf('preset_class')}
          value={draft.presetClass}
          onChange={({ target }) => change({ presetClass: target.value })}
        >
          <option value="">Same as the preset</option>
          {PRESET_CLASSES.map((one) => (
            <option key={one} value={one}>
              {PRESET_WORDS[one]}
            </option>
          ))}
        </SelectField>
      )}
    </>
  );
}
