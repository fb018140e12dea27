import fs from 'node:fs';

/** Nodes of a workflow by their IDs, as ComfyUI exports them. */
export type Graph = Record<
  string,
  { class_type: string; inputs: Record<string, unknown>; _meta?: { inputs?: Record<string, unknown> } }
>;

/** ComfyUI's definition of an input. `options` holds `files of FOLDER` for the names of model files. */
interface InputDefinition {
  readonly required: boolean;
  readonly type: string;
  readonly options?: readonly string[];
  /** Set where the name of an uploaded picture is allowed. */
  readonly upload?: string;
  readonly min?: number;
  readonly max?: number;
}

interface NodeDefinition {
  readonly inputs: Readonly<Record<string, InputDefinition>>;
  readonly outputs: readonly string[];
}

/** The core nodes that the workflows use; `extract_nodes.py` wrote them. */
export const NODES: { readonly nodes: Readonly<Record<string, NodeDefinition>> } = JSON.parse(
  fs.readFileSync(new URL('nodes.json', import.meta.url), 'utf8'),
);

/** Reads a workflow file. */
export function graphOf(file: string): Graph {
  return JSON.parse(fs.readFileSync(file, 'utf8'));
}

/**
 * Breaches of the definitions of a workflow's nodes, as lines that begin with the node's ID. `hasFile` returns whether
 * a folder of models has a file of that name.
 */
export function workflowFaults(graph: Graph, hasFile: (folder: string, name: string) => boolean): readonly string[] {
  const used = new Set<string>();
  const faults = Object.entries(graph).flatMap(([id, { class_type, inputs, _meta }]) => {
    const definition = NODES.nodes[class_type];
    if (!definition) return [`${id}: there is no node ${class_type}`];
    const missing = Object.entries(definition.inputs).filter(([name, { required }]) => required && !(name in inputs));
    return [
      ...missing.map(([name]) => `${id}: ${class_type} needs ${name}`),
      ...Object.keys(_meta?.inputs ?? {}).flatMap((name) =>
        name in inputs ? [] : [`${id}: a value of the task goes into ${name}, which the node does not have`],
      ),
      ...Object.entries(inputs).flatMap(([name, value]) => {
        const input = definition.inputs[name];
        if (!input) return [`${id}: ${class_type} has no input ${name}`];
        if (Array.isArray(value)) used.add(String(value[0]));
        const fault = Array.isArray(value) ? linkFault(graph, input, value) : literalFault(input, value, hasFile);
        return fault === null ? [] : [`${id}: ${name} ${fault}`];
      }),
    ];
  });
  const idle = Object.entries(graph).filter(([id, { class_type }]) => class_type !== 'SaveImage' && !used.has(id));
  return [...faults, ...idle.map(([id]) => `${id}: no node uses it`)];
}

function linkFault(graph: Graph, { type }: InputDefinition, [id, index]: readonly unknown[]): string | null {
  const source = NODES.nodes[graph[String(id)]?.class_type ?? ''];
  const given = source?.outputs[Number(index)];
  if (given === undefined) return `is linked to output ${index} of ${id}, which is not there`;
  return given === type ? null : `takes ${type} and is linked to ${given}`;
}

function literalFault(
  { type, options, upload, min = -Infinity, max = Infinity }: InputDefinition,
  value: unknown,
  hasFile: (folder: string, name: string) => boolean,
): string | null {
  if (type === 'INT' && !Number.isSafeInteger(value)) return `is no whole number: ${value}`;
  if (type === 'INT' || type === 'FLOAT')
    return typeof value === 'number' && value >= min && value <= max ? null : `is not from ${min} to ${max}: ${value}`;
  if (type === 'BOOLEAN') return typeof value === 'boolean' ? null : `is not true or false: ${value}`;
  if (type !== 'COMBO' && type !== 'STRING') return `takes a link to ${type}`;
  if (typeof value !== 'string') return `is no text: ${value}`;
  if (type === 'STRING' || upload) return null;
  const folder = options?.map((option) => /^files of (.*)$/.exec(option)?.[1]).find((name) => name !== undefined);
  const isKnown = options?.includes(value) || (folder !== undefined && hasFile(folder, value));
  return isKnown ? null : `is none of ${folder ? `the files of ${folder}` : options?.join(', ')}: ${value}`;
}
