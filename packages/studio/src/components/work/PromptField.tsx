import { type Model, type Operation, type OperationEngine, PROMPT_LENGTH_MAX } from '@atelier/contract';
import { inLabels } from '../../errors/describe.ts';
import { labelOf } from '../../errors/labels.ts';
import { TextArea } from '../Field.tsx';

/** The words of a request, beside the abilities of the engine that would read them. */
export function PromptField({
  operation,
  hint,
  engine,
  value,
  onChange,
}: {
  readonly operation: Operation;
  /** The effect of an empty field, if it may be empty. */
  readonly hint?: string;
  readonly engine: OperationEngine | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const told = [hint, engine && inLabels(engine.about, operation)].filter(Boolean).join(' ');
  return (
    <TextArea
      label={labelOf('prompt', operation)}
      hint={told}
      placeholder={engine?.examples[0] ?? ''}
      maxLength={PROMPT_LENGTH_MAX}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

/** The engine that performs an operation of a model now. */
export function engineOf(model: Model, operation: Operation): OperationEngine | undefined {
  return model.engines.find((engine) => engine.operation === operation);
}
