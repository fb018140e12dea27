import fs from 'node:fs';
import Type, { type Static } from 'typebox';
import { schemaCheck } from '../../../schema-check.ts';
import { PICTURE_ROLES } from '../../../work-order.ts';
import { checkTemplate, fillInputs, type Json, seeded, takesPictures } from '../../inputs.ts';
import type { EngineTask, GatheredPicture, ServableOrder } from '../../port.ts';
import { closed } from '../../schemas.ts';
import { schemaReader } from '../../wire.ts';
import type { NeededNode } from './needs.ts';

/** Values of a task, each as a placeholder or as it stands, by the names of inputs. */
const Inputs = Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()]));
type Inputs = Static<typeof Inputs>;

/** A workflow of the configuration: ComfyUI's export, and the places of the task's values in it. */
export const WorkflowSetting = closed({
  workflow: Type.Union([Type.String({ minLength: 1 }), Type.Record(Type.String(), Type.Unsafe<Json>({}))], {
    title: 'the path of a file exported by "Export (API)", or what it holds',
  }),
  inputs: Type.Optional(Inputs),
  output: Type.Optional(Type.String({ minLength: 1 })),
});

const Graph = Type.Record(
  Type.String(),
  Type.Object({
    class_type: Type.String(),
    inputs: Type.Record(Type.String(), Type.Unsafe<Json>({})),
    _meta: Type.Optional(Type.Object({ title: Type.Optional(Type.String()), inputs: Type.Optional(Inputs) })),
  }),
);

/** Nodes by their IDs, as `POST /prompt` takes them. */
type Graph = Static<typeof Graph>;

const checkGraph = schemaCheck(Graph);
const readFile = schemaReader(Type.Record(Type.String(), Type.Unsafe<Json>({})));

/** Placeholders that stand for a picture. */
const PICTURE_PLACE = new RegExp(`^\\$(${PICTURE_ROLES.join('|')}|image_\\d)$`);

/** An input of a node. */
interface Place {
  readonly nodeId: string;
  readonly input: string;
}

/** A workflow that can be filled. */
export type Workflow = ReturnType<typeof readWorkflow>;

/**
 * Reads a workflow. Where the setting names no inputs, the nodes' own `_meta.inputs` count. Throws an Error that names
 * what is wrong with it.
 */
export function readWorkflow({ workflow, inputs: named, output }: Static<typeof WorkflowSetting>) {
  const graph = checkedGraph(typeof workflow === 'string' ? fromFile(workflow) : workflow);
  const inputs = named ?? ownInputs(graph);
  checkTemplate(inputs);
  refuseLists(inputs);
  const places = new Map(Object.keys(inputs).map((key) => [key, placeOf(graph, key)]));
  /** True where a value of the task goes into this input. */
  const isFilled = (nodeId: string, input: string) =>
    [...places.values()].some((place) => place.nodeId === nodeId && place.input === input);
  const valuesOf = (task: EngineTask, nameOf: (picture: GatheredPicture) => string) =>
    Object.entries(Object(fillInputs(inputs, seeded(task), nameOf)));

  return {
    /** Nodes there are. */
    size: Object.keys(graph).length,
    /** ID of the node whose output is the result; null: whichever has one. */
    output: output === undefined ? null : nodeOf(graph, output),
    /** True where the order brings just the pictures the workflow has places for. */
    fits: (order: ServableOrder) => takesPictures(inputs, order) && bringsPictures(inputs, order),
    /** The pictures it needs of the task. */
    picturesFor(task: EngineTask): readonly GatheredPicture[] {
      const used = new Set<GatheredPicture>();
      valuesOf(task, (picture) => {
        used.add(picture);
        return '';
      });
      return task.pictures.filter((picture) => used.has(picture));
    },
    /** The graph with the task's values. Inputs without a value in the order stay as exported. */
    fill(task: EngineTask, nameOf: (picture: GatheredPicture) => string): Json {
      const filled = structuredClone(graph);
      for (const [key, value] of valuesOf(task, nameOf)) {
        const place = places.get(key);
        Object.assign(filled[place?.nodeId ?? '']?.inputs ?? {}, { [place?.input ?? '']: value });
      }
      return filled;
    },
    /** The requirements of the server. */
    needs: Object.entries(graph).map(
      ([id, { class_type: classType, inputs: given }]): NeededNode => ({
        id,
        classType,
        values: Object.fromEntries(
          Object.entries(given).filter(([input, value]) => !Array.isArray(value) && !isFilled(id, input)),
        ),
      }),
    ),
    isFilled,
  };
}

function fromFile(name: string): Json {
  const graph = readFile(fs.readFileSync(name));
  if (!graph) throw new Error(`/workflow: ${name} does not hold a JSON object`);
  return graph;
}

function checkedGraph(workflow: Json): Graph {
  if (typeof workflow === 'object' && workflow !== null && 'nodes' in workflow && 'links' in workflow)
    throw new Error('/workflow is as the editor saves it, which cannot be run; save it with "Export (API)"');
  const checked = checkGraph(workflow, '/workflow');
  if (!checked.ok) throw new Error(`${checked.problem} A workflow of ComfyUI is saved with "Export (API)".`);
  return checked.value;
}

/** The inputs that nodes name in `_meta.inputs`, as `ID.INPUT`. ComfyUI does not read `_meta`. */
function ownInputs(graph: Graph): Inputs {
  const inputs = Object.entries(graph).flatMap(([nodeId, { _meta }]) =>
    Object.entries(_meta?.inputs ?? {}).map(([input, value]) => [`${nodeId}.${input}`, value] as const),
  );
  if (inputs.length > 0) return Object.fromEntries(inputs);
  throw new Error('/inputs is required: no node of the workflow names its own in "_meta"');
}

function refuseLists(inputs: Inputs): void {
  for (const [key, template] of Object.entries(inputs))
    if (template === '$images' || template === '$garments')
      throw new Error(
        `/inputs/${key}: ${template} is a list, and an input of a node takes one image, such as $garment`,
      );
}

/** The node of an ID, or of a title that only one node has. */
function nodeOf(graph: Graph, name: string): string {
  if (graph[name]) return name;
  const [only, ...others] = Object.keys(graph).filter((id) => graph[id]?._meta?.title === name);
  if (only !== undefined && others.length === 0) return only;
  const known = Object.entries(graph).map(([id, { class_type, _meta }]) => `${id} (${_meta?.title ?? class_type})`);
  throw new Error(
    `${JSON.stringify(name)} is not the ID or the title of just one node; the nodes are ${known.join(', ')}`,
  );
}

/** The input that `NODE.INPUT` names, the node by its ID or its title. */
function placeOf(graph: Graph, key: string): Place {
  const all = Object.entries(graph).flatMap(([nodeId, { inputs, _meta }]) =>
    Object.keys(inputs).map((input) => ({
      nodeId,
      input,
      names: [nodeId, _meta?.title].map((node) => `${node}.${input}`),
    })),
  );
  const [place, ...others] = all.filter(({ names }) => names.includes(key));
  if (place && others.length === 0) return place;
  if (place) throw new Error(`/inputs/${key} names more than one node; use an ID in place of the title`);
  const settable = all.filter(({ nodeId, input }) => !Array.isArray(graph[nodeId]?.inputs[input]));
  const known = settable.map(({ names: [byId = '', byTitle = byId] }) =>
    byTitle.startsWith('undefined.') ? byId : byTitle,
  );
  throw new Error(`/inputs/${key} is not an input of the workflow; allowed: ${known.join(', ')}`);
}

/**
 * True if the order brings every picture that has a place. Otherwise the workflow would use its exported sample.
 */
function bringsPictures(inputs: Readonly<Record<string, Json>>, { pictures }: ServableOrder): boolean {
  const brought = [...pictures.map(({ role }) => role), ...pictures.map((_, index) => `image_${index + 1}`)];
  const places = Object.values(inputs).filter((value) => typeof value === 'string' && PICTURE_PLACE.test(value));
  return places.every((place) => brought.some((name) => place === `$${name}`));
}
