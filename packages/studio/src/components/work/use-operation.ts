import type { Account, Model, Operation } from '@atelier/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { useAccount, useModels } from '../../api/queries.ts';
import { type KeptChange, useKept } from '../../lib/use-kept.ts';
import { type ModelOptions, modelOf } from './model-options.ts';
import { changing, type Work } from './use-work.ts';

/** The form of an operation: its input, and the chosen model. */
export interface OperationDraft<D> {
  readonly draft: D;
  readonly change: KeptChange<D>;
  readonly account: Account;
  /** Every model of the operation; empty while they are read. */
  readonly models: readonly Model[];
  /** Undefined while the models are read, or where none is open to the workspace. */
  readonly model: Model | undefined;
  readonly query: UseQueryResult<readonly Model[]>;
}

/**
 * The input for an operation that `work` sends, kept on this device for each workspace. `initial` is a constant of the
 * caller's module.
 */
export function useOperation<D extends ModelOptions>(operation: Operation, initial: D, work: Work): OperationDraft<D> {
  const account = useAccount();
  const query = useModels(operation);
  const [draft, change] = useKept(`${operation}:${account.workspace_id}`, initial);
  const models = query.data ?? [];
  return { draft, change: changing(work, change), account, models, query, model: modelOf(models, operation, draft) };
}
