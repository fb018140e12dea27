export * from './edit.ts';
export * from './envelope.ts';
export * from './generate.ts';
export * from './inpaint.ts';
export * from './upscale.ts';
export * from './video.ts';
export * from './violation.ts';
export * from './virtual-try-on.ts';
