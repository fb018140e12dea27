import type { Box } from '../../pixels/crop.ts';
import type { Size } from '../../pixels/raster.ts';
import { EngineRejection } from '../../rejection.ts';
import type { FrameInstruction, Reshape, Side } from '../edit/grammar/instruction.ts';
import type { Sitter } from './sitter.ts';

/** Sides of an output are multiples of this many pixels, and its ratio is at most 21 to 9 either way. */
const STEP_PIXELS = 8;
const RATIO_MAX = 21 / 9;
/** Largest difference between two ratios that is rounding alone. */
const RATIO_TOLERANCE = 0.02;
/** Least side of a part to crop to, in pixels of the analysed picture. */
const PART_PIXELS_MIN = 24;
/**
 * Greatest width or height of the window, as a multiple of the picture's. Beyond it hardly any of the picture is
 * visible.
 */
const BEYOND_MAX = 16;

/** The visible window of a picture, and the size of the output. */
export interface View {
  /** In pixels of the analysed picture. Outside the picture its background is continued. */
  readonly window: Box;
  /** Size of the output in pixels. */
  readonly size: Size;
  /** True if the words ask for one ratio and the request for another; the request's ratio counts. */
  readonly ratioKept: boolean;
}

/**
 * The window that the instructions show of a picture. `size` is the size of the request. Its ratio counts if it differs
 * from the picture's; otherwise that of the words, with as many pixels.
 */
export function viewOf(sitter: Sitter, instructions: readonly FrameInstruction[], size: Size): View {
  const { width, height } = sitter;
  const isFixed = !sameRatio(size.width / size.height, width / height);
  let window: Box = { left: 0, top: 0, width, height };
  let ratio = size.width / size.height;
  let [ratioKept, how]: [boolean, Reshape] = [false, 'fit'];
  for (const instruction of instructions) {
    switch (instruction.kind) {
      case 'rotate':
        break;
      case 'frame':
        window =
          instruction.on === 'centred'
            ? centred(window, sitter)
            : around(partOf(sitter, instruction.on), ratio, sitter, instruction.on);
        break;
      case 'zoom':
        window = zoomed(window, instruction.factor, sitter);
        break;
      case 'margins':
        window = withMargins(window, instruction.add, sitter);
        if (!isFixed) ratio = window.width / window.height;
        break;
      case 'shape':
        how = instruction.how;
        if (isFixed) ratioKept ||= !sameRatio(instruction.ratio, ratio);
        else ratio = instruction.ratio;
    }
    rejectSliver(window, sitter);
  }
  const output = isFixed ? size : sizeOf(Math.min(RATIO_MAX, Math.max(1 / RATIO_MAX, ratio)), size);
  const seen = notFarBeyond(reshaped(window, output.width / output.height, how, sitter), sitter);
  return { window: seen, size: output, ratioKept };
}

/** Throws EngineRejection for a window that shows too little of the picture. */
function rejectSliver({ width, height }: Size, picture: Size): void {
  if (width < Math.min(PART_PIXELS_MIN, picture.width) || height < Math.min(PART_PIXELS_MIN, picture.height))
    throw new EngineRejection('The prompt cuts off nearly the whole image. Ask for a smaller crop or zoom.');
}

/**
 * The window. Throws EngineRejection if it extends so far beyond the picture that hardly any of the picture is visible.
 */
function notFarBeyond(window: Box, { width, height }: Size): Box {
  if (window.width <= BEYOND_MAX * width && window.height <= BEYOND_MAX * height) return window;
  throw new EngineRejection(
    `The image would be continued to more than ${BEYOND_MAX} times its width or height. Ask for less, or for a crop.`,
  );
}

function sameRatio(a: number, b: number): boolean {
  return Math.abs(a / b - 1) < RATIO_TOLERANCE;
}

/** A size with the given ratio and about as many pixels as another. */
function sizeOf(ratio: number, { width, height }: Size): Size {
  if (sameRatio(ratio, width / height)) return { width, height };
  const area = width * height;
  const side = (length: number) => Math.max(STEP_PIXELS, Math.round(length / STEP_PIXELS) * STEP_PIXELS);
  return { width: side(Math.sqrt(area * ratio)), height: side(Math.sqrt(area / ratio)) };
}

function partOf(sitter: Sitter, on: Parameters<Sitter['part']>[0]): Box {
  const box = sitter.part(on);
  if (box.width < PART_PIXELS_MIN || box.height < PART_PIXELS_MIN)
    throw new EngineRejection(
      `The part to crop to is only ${Math.round(box.height)} pixels high. Use a larger image, or crop less.`,
    );
  return box;
}

/** The least window of a ratio around a part. The part below the face keeps its whole width; the rest is centred. */
function around(part: Box, ratio: number, sitter: Sitter, on: string): Box {
  if (on === 'below the face') return { ...aimed(ofRatio(part, ratio, 'within', 'top'), part, sitter), top: part.top };
  return inside(ofRatio(part, ratio, 'around', 'middle'), sitter);
}

/** The window of a ratio within, or around, a box with the same middle or upper edge. */
function ofRatio(box: Box, ratio: number, how: 'within' | 'around', anchor: 'top' | 'middle'): Box {
  const isWide = box.width / box.height > ratio;
  const keepsHeight = how === 'within' ? isWide : !isWide;
  const width = keepsHeight ? box.height * ratio : box.width;
  const height = keepsHeight ? box.height : box.width / ratio;
  const top = anchor === 'top' ? box.top : box.top + (box.height - height) / 2;
  return { left: box.left + (box.width - width) / 2, top, width, height };
}

/** A window moved, and reduced if it is larger, to lie within the picture. */
function inside(window: Box, { width, height }: Size): Box {
  const scale = Math.min(1, width / window.width, height / window.height);
  const small = {
    left: window.left + (window.width * (1 - scale)) / 2,
    top: window.top + (window.height * (1 - scale)) / 2,
    width: window.width * scale,
    height: window.height * scale,
  };
  return {
    ...small,
    left: Math.min(width - small.width, Math.max(0, small.left)),
    top: Math.min(height - small.height, Math.max(0, small.top)),
  };
}

/** A window of the same size around the subject. It is continued beyond the end of the picture. */
function centred(window: Box, { box, cutAt }: Sitter): Box {
  const isCut = (a: Side, b: Side) => cutAt.includes(a) || cutAt.includes(b);
  return {
    ...window,
    left: isCut('left', 'right') ? window.left : box.left + (box.width - window.width) / 2,
    top: isCut('top', 'bottom') ? window.top : box.top + (box.height - window.height) / 2,
  };
}

/** Zooming in keeps the head in the picture. Zooming out keeps the sides that crop the subject. */
function zoomed(window: Box, factor: number, sitter: Sitter): Box {
  const [width, height] = [window.width / factor, window.height / factor];
  const { box } = sitter;
  if (factor >= 1) {
    const headRoom = height * 0.06;
    const middle = box.top + box.height / 2 - height / 2;
    const top = box.height > height ? Math.max(window.top, box.top - headRoom) : middle;
    const left = box.left + box.width / 2 - width / 2;
    return inside({ left, top, width, height }, sitter);
  }
  return continued(window, width, height, sitter);
}

function withMargins(window: Box, add: Readonly<Record<Side, number>>, { cutAt, width, height }: Sitter): Box {
  const blocked = cutAt.find((side) => add[side] > 0);
  if (blocked)
    throw new EngineRejection(
      `The subject is cut off at the ${blocked}, so the image cannot be continued there. Ask for another side, or for a crop.`,
    );
  const left = window.left - add.left * width;
  const top = window.top - add.top * height;
  return {
    left,
    top,
    width: window.width + (add.left + add.right) * width,
    height: window.height + (add.top + add.bottom) * height,
  };
}

/** The window in another ratio. */
function reshaped(window: Box, ratio: number, how: Reshape, sitter: Sitter): Box {
  if (sameRatio(window.width / window.height, ratio)) return ofRatio(window, ratio, 'within', 'middle');
  const cut = aimed(ofRatio(window, ratio, 'within', 'middle'), window, sitter);
  const { box } = sitter;
  const cutsSubject = cut.width < Math.min(box.width, window.width) || cut.height < Math.min(box.height, window.height);
  if (how === 'crop' || (how === 'fit' && !cutsSubject)) return cut;
  const grown = ofRatio(window, ratio, 'around', 'middle');
  return continued(window, grown.width, grown.height, sitter);
}

/** A window moved within a larger one to centre the subject, with its head always inside. */
function aimed(window: Box, within: Box, { box }: Sitter): Box {
  const along = (from: number, length: number, low: number, room: number) =>
    Math.min(low + room - length, Math.max(low, from));
  const headRoom = window.height * 0.05;
  const top = box.height > window.height ? box.top - headRoom : box.top + (box.height - window.height) / 2;
  return {
    ...window,
    left: along(box.left + (box.width - window.width) / 2, window.width, within.left, within.width),
    top: along(top, window.height, within.top, within.height),
  };
}

/** The window enlarged. A side that crops the subject stays; two opposite ones cannot both stay. */
function continued(window: Box, width: number, height: number, { cutAt }: Sitter): Box {
  const along = (from: number, length: number, to: number, low: Side, high: Side) => {
    if (to <= length * (1 + RATIO_TOLERANCE)) return from;
    const [atLow, atHigh] = [cutAt.includes(low), cutAt.includes(high)];
    if (atLow && atHigh)
      throw new EngineRejection(
        `The subject is cut off at the ${low} and the ${high} of the image, so it cannot be continued there. Ask for a crop instead.`,
      );
    if (atLow) return from;
    return atHigh ? from - (to - length) : from - (to - length) / 2;
  };
  return {
    left: along(window.left, window.width, width, 'left', 'right'),
    top: along(window.top, window.height, height, 'top', 'bottom'),
    width,
    height,
  };
}
