import type { ModelName, Operation, OperationEngine } from '@atelier/contract';
import type { PictureRole } from '../work-order.ts';
import type { EngineCatalogue, EngineRoute } from './catalogue.ts';
import type { ServableOrder } from './port.ts';

/**
 * Pictures that requests for an operation usually have; none stands for words alone. The first that an engine serves
 * counts.
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

/** Words for orders that stand for any. */
const NO_WORDS = '';

/**
 * The engine that performs an operation of a model now, and its abilities. `isOut` returns whether an engine is
 * unavailable at present.
 */
export function servedBy(
  { serving }: Pick<EngineCatalogue, 'serving'>,
  model: ModelName,
  operation: Operation,
  sandbox: boolean,
  isOut: (engine: string) => boolean,
): OperationEngine {
  const orders = USUAL_PICTURES[operation].map((roles) => orderOf(model, operation, roles));
  const first = orders.flatMap((order) => serving(order, sandbox)).find(({ engine }) => !isOut(engine.name));
  const words = first?.engine.abilities?.(operation) ?? { prompt: 'free', summary: '', examples: [] };
  return {
    operation,
    engine: first?.engine.name ?? null,
    text_only: orders.some((order) => order.pictures.length === 0 && serving(order, sandbox).some(makes(order, isOut))),
    prompt: words.prompt,
    about: words.summary,
    examples: [...words.examples],
  };
}

/** True for a route whose engine can be asked and does not refuse the order. */
function makes(order: ServableOrder, isOut: (engine: string) => boolean) {
  return ({ engine }: EngineRoute) => !isOut(engine.name) && !engine.refusal?.(order);
}

function orderOf(model: ModelName, operation: Operation, roles: readonly PictureRole[]): ServableOrder {
  const pictures = roles.map((role) => ({ role, mediaId: null, url: null, pointer: '' }));
  return { model, operation, pictures, prompt: NO_WORDS };
}
