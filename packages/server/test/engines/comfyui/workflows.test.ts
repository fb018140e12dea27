import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readWorkflow } from '../../../src/engines/adapters/comfyui/workflow.ts';
import { type Graph, graphOf, NODES, workflowFaults } from './workflow-faults.ts';

const FOLDER = 'deploy/gpu/workflows';
const FILES = fs.readdirSync(FOLDER).map((name) => `${FOLDER}/${name}`);

/** Model files of the table in docs/gpu.md, as `FOLDER/NAME`. */
const MODEL_FILES = [
  ...fs.readFileSync('docs/gpu.md', 'utf8').matchAll(/^\| `([\w.-]+\.safetensors)` \| `models\/(\w+)` \|/gm),
].map(([, name, folder]) => `${folder}/${name}`);
const hasFile = (folder: string, name: string) => MODEL_FILES.includes(`${folder}/${name}`);

describe.each(FILES)('%s', (file) => {
  test('fits the definitions of the nodes in the sources of ComfyUI', () => {
    expect(workflowFaults(graphOf(file), hasFile)).toEqual([]);
  });

  test('can be read without inputs in the configuration', () => {
    expect(readWorkflow({ workflow: file }).size).toBe(Object.keys(graphOf(file)).length);
  });
});

test('the nodes of the fixture are those that the workflows use', () => {
  const used = FILES.flatMap((file) => Object.values(graphOf(file)).map(({ class_type }) => class_type));
  expect(Object.keys(NODES.nodes)).toEqual([...new Set(used)].sort());
});

test('the table of model files has those that the workflows name, and no other', () => {
  const texts = FILES.map((file) => fs.readFileSync(file, 'utf8')).join('\n');
  const named = new Set([...texts.matchAll(/"([\w.-]+\.safetensors)"/g)].map(([, name]) => name));
  expect(MODEL_FILES.map((file) => file.split('/')[1]).sort()).toEqual([...named].sort());
});

/** Puts a value into an input of a node. */
const put = (id: string, input: string, value: unknown) => (graph: Graph) =>
  Object.assign(graph[id]?.inputs ?? {}, { [input]: value });

test.each<[string, (graph: Graph) => unknown, string]>([
  ['a node of another package', ({ 40: node }) => Object.assign(node ?? {}, { class_type: 'Mine' }), 'no node Mine'],
  ['an input that lacks', ({ 40: node }) => delete node?.inputs.cfg, '40: KSampler needs cfg'],
  ['an input too many', put('40', 'noise', 1), '40: KSampler has no input noise'],
  ['a link of another type', put('40', 'model', ['12', 0]), '40: model takes MODEL and is linked to VAE'],
  ['a link to no node', put('40', 'model', ['99', 0]), '40: model is linked to output 0 of 99, which is not there'],
  ['a link to no output', put('40', 'model', ['14', 1]), '40: model is linked to output 1 of 14, which is not there'],
  ['a value in place of a link', put('40', 'model', 'a'), '40: model takes a link to MODEL'],
  ['a number out of its range', put('40', 'cfg', 101), '40: cfg is not from 0 to 100: 101'],
  ['a fraction of steps', put('40', 'steps', 2.5), '40: steps is no whole number: 2.5'],
  ['a sampler that is not there', put('40', 'sampler_name', 'oiler'), '40: sampler_name is none of euler, '],
  ['words that are none', put('20', 'prompt', 4), '20: prompt is no text: 4'],
  ['a file without a row', put('12', 'vae_name', 'v.safetensors'), '12: vae_name is none of the files of vae'],
  ['a file of another folder', put('12', 'vae_name', 'qwen_2.5_vl_7b_fp8_scaled.safetensors'), '12: vae_name is none'],
  ['a node that nothing uses', (graph) => Object.assign(graph, { 50: graph['12'] }), '50: no node uses it'],
  [
    'a value of the task for no input',
    ({ 1: node }) => Object.assign(node?._meta ?? {}, { inputs: { picture: '$image_1' } }),
    '1: a value of the task goes into picture',
  ],
])('a breach is found: %s', (_, breach, fault) => {
  const graph = graphOf(`${FOLDER}/qwen-edit-1.json`);
  breach(graph);
  expect(workflowFaults(graph, hasFile)).toContainEqual(expect.stringContaining(fault));
});
