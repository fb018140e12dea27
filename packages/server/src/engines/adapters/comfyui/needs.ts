import Type from 'typebox';
import type { Json } from '../../inputs.ts';
import { excerptOfAnswer, type JsonApi, readSuccess, schemaReader } from '../../wire.ts';

/** A node as a server must have it: its class, and the values that the workflow gives its inputs. */
export interface NeededNode {
  readonly id: string;
  readonly classType: string;
  /** Without links and without values of the task. */
  readonly values: Readonly<Record<string, Json>>;
}

/** Longest wait for the definition of a class of nodes, in milliseconds. */
const LOOK_TIMEOUT_MS = 10_000;

/** Options that a sentence names at most. */
const NAMED_MAX = 10;

const Inputs = Type.Optional(Type.Record(Type.String(), Type.Array(Type.Unknown())));
const Definition = Type.Object({ input: Type.Object({ required: Inputs, optional: Inputs }) });
const readDefinitions = schemaReader(Type.Record(Type.String(), Definition));

/**
 * The requirements of nodes that a server lacks, in a sentence; null if it has all. It compares the classes of nodes
 * and the options of their inputs, which include the names of model files.
 */
export async function lackOf(api: JsonApi, nodes: readonly NeededNode[]): Promise<string | null> {
  for (const classType of new Set(nodes.map((node) => node.classType))) {
    const url = `/object_info/${encodeURIComponent(classType)}`;
    const answer = await api.get(url, { timeoutMs: LOOK_TIMEOUT_MS });
    const definitions = readSuccess(answer, readDefinitions);
    if (!definitions) return excerptOfAnswer(answer);
    const definition = definitions[classType];
    if (!definition) return `it has no node ${classType}; update ComfyUI, or install the package of the node`;
    const { required, optional } = definition.input;
    for (const { id, values } of nodes.filter((node) => node.classType === classType))
      for (const [input, value] of Object.entries(values)) {
        const options = optionsOf({ ...required, ...optional }[input]);
        if (options && !options.includes(value))
          return `node ${id} (${classType}) needs ${JSON.stringify(value)} as ${input}; the server has ${listed(options)}`;
      }
  }
  return null;
}

/** The options of an input, in both forms in which ComfyUI gives them; null where it has none. */
function optionsOf([kind, details]: readonly unknown[] = []): readonly unknown[] | null {
  if (Array.isArray(kind)) return kind;
  const options: unknown = typeof details === 'object' && details !== null ? Reflect.get(details, 'options') : null;
  return kind === 'COMBO' && Array.isArray(options) ? options : null;
}

function listed(options: readonly unknown[]): string {
  if (options.length === 0) return 'none';
  const named = options.slice(0, NAMED_MAX).join(', ');
  return options.length > NAMED_MAX ? `${named} and ${options.length - NAMED_MAX} more` : named;
}
