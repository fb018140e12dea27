/**
 * Pictures are scaled into this size in pixels for inspection; the nets use less. The constant has its own file, so
 * importing it does not load the nets.
 */
export const INSPECTION_SIZE = { width: 384, height: 384 };
