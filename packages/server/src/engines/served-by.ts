import type { ModelName, Operation, OperationEngine } from '@atelier/contract';
import type { PictureRole } from '../work-order.ts';
import type { EngineCatalogue } from './catalogue.ts';
import type { ServableOrder } from './port.ts';

/**
 * Pictures that requests for an operation usually have; an empty list is a prompt alone. The first list that an engine
 * serves counts.
 */
const USUAL_PICTURES: Readonly<Record<Operation, readonly (readonly PictureRole[])[]>> = {
  virtual_try_on: [['person', 'garment']],
  generate: [['avatar', 'garment'], ['garment'], []],
  edit: [['source']],
  inpaint: [['source', 'mask']],
  upscale: [['source']],
  animate: [['source']],
  text_to_video: [['avatar'], []],
};

/**
 * The engine that serves an operation of a model now, and its abilities. `isOut` says whether an engine is unavailable
 * at present.
 */
export function servedBy(
  { serving }: Pick<EngineCatalogue, 'serving'>,
  model: ModelName,
  operation: Operation,
  sandbox: boolean,
  isOut: (engine: string) => boolean,
): OperationEngine {
  const orders = USUAL_PICTURES[operation].map((roles) => orderOf(model, operation, roles));
  const asked = (order: ServableOrder) => serving(order, sandbox).filter(({ engine }) => !isOut(engine.name));
  const [first] = orders.flatMap(asked);
  const words = first?.engine.abilities?.(operation) ?? { prompt: 'free', summary: '', examples: [] };
  return {
    operation,
    engine: first?.engine.name ?? null,
    text_only: orders.some(
      (order) => order.pictures.length === 0 && asked(order).some(({ engine }) => !engine.refusal?.(order)),
    ),
    prompt: words.prompt,
    about: words.summary,
    examples: [...words.examples],
  };
}

/** An order whose empty prompt stands for any words. */
function orderOf(model: ModelName, operation: Operation, roles: readonly PictureRole[]): ServableOrder {
  const pictures = roles.map((role) => ({ role, mediaId: null, url: null, pointer: '' }));
  return { model, operation, pictures, prompt: '' };
}
