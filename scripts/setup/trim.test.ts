import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { trim } from './trim.mjs';

const FILES = [
  'onnxruntime-node/package.json',
  'onnxruntime-node/bin/napi-v6/darwin/arm64/libonnxruntime.dylib',
  'onnxruntime-node/bin/napi-v6/linux/arm64/libonnxruntime.so',
  'onnxruntime-node/bin/napi-v6/linux/x64/libonnxruntime.so',
  'some-package/bin/win32/x64/tool.exe',
];

const modules = fs.mkdtempSync(path.join(os.tmpdir(), 'atelier-trim-'));
beforeEach(() => {
  for (const file of FILES) {
    fs.mkdirSync(path.dirname(path.join(modules, file)), { recursive: true });
    fs.writeFileSync(path.join(modules, file), 'x');
  }
});
afterAll(() => fs.rmSync(modules, { recursive: true }));

const left = () => FILES.filter((file) => fs.existsSync(path.join(modules, file)));

test('what no program here can use is removed, and nothing else', () => {
  expect(trim(modules, 'linux', 'x64')).toBe(2);
  expect(left()).toEqual([
    'onnxruntime-node/package.json',
    'onnxruntime-node/bin/napi-v6/linux/x64/libonnxruntime.so',
    'some-package/bin/win32/x64/tool.exe',
  ]);
  expect(trim(modules, 'linux', 'x64')).toBe(0);
});

test('a platform without libraries of its own keeps all of them', () => {
  trim(modules, 'sunos', 'x64');
  expect(left().filter((file) => file.startsWith('onnxruntime-node/bin'))).toHaveLength(3);
});
