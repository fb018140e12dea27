import fs from 'node:fs/promises';
import path from 'node:path';
import { kerasToOnnx } from '../keras/keras-to-onnx.ts';
import type { KerasModel } from '../keras/weights.ts';

/**
 * Makes `weights/upscale-2.onnx` of the unpacked npm package `@upscalerjs/esrgan-slim` 1.0.0 (MIT):
 *
 *   npm pack @upscalerjs/esrgan-slim@1.0.0 && tar xzf upscalerjs-esrgan-slim-1.0.0.tgz
 *   node packages/engine/training/upscale-2/convert.ts package
 *
 * The package itself cannot be a dependency: it would bring all of TensorFlow.js.
 */
const [folder = 'package'] = process.argv.slice(2);
const model = path.join(folder, 'models', 'x2');
const description: KerasModel = JSON.parse(await fs.readFile(path.join(model, 'model.json'), 'utf8'));
const weights = await fs.readFile(path.join(model, 'group1-shard1of1.bin'));
const target = path.join(import.meta.dirname, '../../weights/upscale-2.onnx');
await fs.writeFile(target, kerasToOnnx(description, weights, [1, 3, 'enlarged_height', 'enlarged_width']));
process.stdout.write(`${target}\n`);
