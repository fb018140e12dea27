import { OPERATIONS, type Operation } from '@atelier/contract';
import Type from 'typebox';
import { checkTemplate, type Json, takesPictures } from './inputs.ts';
import type { ServableOrder } from './port.ts';
import { closed, perOperation } from './schemas.ts';

/** A model of an engine, and the template of its input. */
export interface OperationModel {
  readonly model: string;
  readonly input: Json;
}

/** The operator's setting of a model. A model that the adapter knows needs no input. */
interface ModelSetting {
  readonly model: string;
  readonly input?: Json;
}

/** The option `operations` of an adapter: for each operation the engine's model. */
export function operationsOption(pattern: string, title: string) {
  const input = Type.Record(Type.String(), Type.Unsafe<Json>({}));
  return perOperation(closed({ model: Type.String({ pattern, title }), input: Type.Optional(input) }));
}

/** The models of an engine by operation. Throws an Error for a model whose input is neither configured nor known. */
export function operationModels(
  settings: Readonly<Partial<Record<Operation, ModelSetting>>>,
  known: Readonly<Record<string, Json>>,
) {
  const models = new Map<Operation, OperationModel>();
  for (const operation of OPERATIONS) {
    const setting = settings[operation];
    if (!setting) continue;
    const input = setting.input ?? known[setting.model];
    if (input === undefined)
      throw new Error(
        `/options/operations/${operation}: the input of ${setting.model} is not known here; give it as "input". Known are ${Object.keys(known).join(', ')}`,
      );
    checkTemplate(input);
    models.set(operation, { model: setting.model, input });
  }
  return {
    /** Throws an Error for an operation that no model serves. */
    of(operation: Operation): OperationModel {
      const found = models.get(operation);
      if (!found) throw new Error(`no model is set up for ${operation}; there are ${[...models.keys()].join(', ')}`);
      return found;
    },
    /** True if a model serves the operation and has a place for every picture. */
    serves(order: ServableOrder): boolean {
      const found = models.get(order.operation);
      return found !== undefined && takesPictures(found.input, order);
    },
  };
}
