import fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { kerasToOnnx } from '../keras/keras-to-onnx.ts';
import type { KerasModel } from '../keras/weights.ts';

/**
 * Makes `weights/moderation.onnx` of the unpacked npm package `nsfwjs` 4.3.0 (MIT):
 *
 *   npm pack nsfwjs@4.3.0 && tar xzf nsfwjs-4.3.0.tgz
 *   node packages/engine/training/moderation/convert.ts package
 *
 * The package itself cannot be a dependency: it would bring all of TensorFlow.js, and two more nets.
 */
const [folder = 'package'] = process.argv.slice(2);
const model = path.resolve(folder, 'dist', 'models', 'mobilenet_v2');
const load = createRequire(path.join(model, 'model.min.js'));
/** The package keeps its weights as text in a script. */
const weights = Buffer.from(load('./group1-shard1of1.min.js'), 'base64');
const description: KerasModel = load('./model.min.js');
const target = path.join(import.meta.dirname, '../../weights/moderation.onnx');
await fs.writeFile(target, kerasToOnnx(description, weights, [1, 5]));
process.stdout.write(`${target}\n`);
