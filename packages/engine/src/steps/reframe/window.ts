import type { Box } from '../../pixels/crop.ts';
import { clamp } from '../../pixels/geometry.ts';
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

/** A picture, the box of its subject, and the sides that crop the subject. */
export type Framed = Pick<Sitter, 'width' | 'height' | 'box' | 'cutAt'>;

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
  const isFixed = !hasRatioOf(size, sitter);
  let window: Box = { left: 0, top: 0, width, height };
  let ratio = size.width / size.height;
  let [ratioKept, how]: [boolean, Reshape] = [false, 'fit'];
  for (const instruction of instructions) {
    switch (instruction.kind) {
      case 'rotate':
        break;
      case 'frame':
        window = instruction.on === 'centred' ? centred(window, sitter) : windowAt(instruction.on, ratio, sitter);
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
  const output = isFixed ? size : sizeOf(clamp(ratio, 1 / RATIO_MAX, RATIO_MAX), size);
  const seen = reshaped(window, output.width / output.height, how, sitter);
  if (seen.width > BEYOND_MAX * width || seen.height > BEYOND_MAX * height)
    throw new EngineRejection(
      `The image would be continued to more than ${BEYOND_MAX} times its width or height. Ask for less, or for a crop.`,
    );
  rejectBeside(seen, sitter);
  return { window: seen, size: output, ratioKept };
}

/** The side opposite each. */
const OPPOSITE: Readonly<Record<Side, Side>> = { left: 'right', right: 'left', top: 'bottom', bottom: 'top' };

/**
 * The window on a whole picture for an output size: cropped around the subject, or continued if a crop would cut the
 * subject. A subject that two opposite sides crop stays in the middle.
 */
export function windowAround({ cutAt, ...picture }: Framed, size: Size): Box {
  const cutOnce = cutAt.filter((side) => !cutAt.includes(OPPOSITE[side]));
  const whole = { left: 0, top: 0, width: picture.width, height: picture.height };
  const ratio = size.width / size.height;
  if (!hasRatioOf(size, picture)) return reshaped(whole, ratio, 'fit', { ...picture, cutAt: cutOnce });
  const { width, height } = ofRatio(whole, ratio, 'within');
  return movedInside(resized(picture.box, width, height), picture);
}

/** True if two sizes have the same ratio, but for rounding. */
export function hasRatioOf(a: Size, b: Size): boolean {
  return sameRatio(a.width / a.height, b.width / b.height);
}

/** Throws EngineRejection for a window that lies beside the picture. */
function rejectBeside({ left, top, width, height }: Box, picture: Size): void {
  const across = Math.min(left + width, picture.width) - Math.max(left, 0);
  const down = Math.min(top + height, picture.height) - Math.max(top, 0);
  if (across < 1 || down < 1)
    throw new EngineRejection('The prompt moves the frame beside the image. Ask for a frame that shows some of it.');
}

/** Throws EngineRejection for a window that shows too little of the picture. */
function rejectSliver({ width, height }: Size, picture: Size): void {
  if (width < Math.min(PART_PIXELS_MIN, picture.width) || height < Math.min(PART_PIXELS_MIN, picture.height))
    throw new EngineRejection('The prompt cuts off nearly the whole image. Ask for a smaller crop or zoom.');
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

/** The least window of a ratio around a part. The part below the face keeps its whole width; the rest is centred. */
function windowAt(on: Parameters<Sitter['part']>[0], ratio: number, sitter: Sitter): Box {
  const part = sitter.part(on);
  if (part.width < PART_PIXELS_MIN || part.height < PART_PIXELS_MIN)
    throw new EngineRejection(
      `The part to crop to is only ${Math.round(part.height)} pixels high. Use a larger image, or crop less.`,
    );
  if (on === 'below the face') return { ...centredWithin(ofRatio(part, ratio, 'within'), part, sitter), top: part.top };
  return movedInside(ofRatio(part, ratio, 'around'), sitter);
}

/** The window of a ratio within, or around, a box with the same middle. */
function ofRatio(box: Box, ratio: number, how: 'within' | 'around'): Box {
  const isWide = box.width / box.height > ratio;
  const keepsHeight = isWide === (how === 'within');
  return keepsHeight ? resized(box, box.height * ratio, box.height) : resized(box, box.width, box.width / ratio);
}

/** A box of another size with the same middle. */
function resized(box: Box, width: number, height: number): Box {
  return { left: box.left + (box.width - width) / 2, top: box.top + (box.height - height) / 2, width, height };
}

/** A window moved, and reduced if it is larger, to lie within the picture. */
function movedInside(window: Box, { width, height }: Size): Box {
  const scale = Math.min(1, width / window.width, height / window.height);
  const small = resized(window, window.width * scale, window.height * scale);
  const [left, top] = [clamp(small.left, 0, width - small.width), clamp(small.top, 0, height - small.height)];
  return { ...small, left, top };
}

/** A window of the same size around the subject. It is continued beyond the end of the picture. */
function centred(window: Box, { box, cutAt }: Sitter): Box {
  const isCut = (a: Side, b: Side) => cutAt.includes(a) || cutAt.includes(b);
  const { left, top } = resized(box, window.width, window.height);
  return {
    ...window,
    left: isCut('left', 'right') ? window.left : left,
    top: isCut('top', 'bottom') ? window.top : top,
  };
}

/** Zooming in keeps the head in the picture. Zooming out keeps the sides that crop the subject. */
function zoomed(window: Box, factor: number, sitter: Sitter): Box {
  const [width, height] = [window.width / factor, window.height / factor];
  if (factor < 1) return continued(window, width, height, sitter);
  return centredWithin(resized(window, width, height), window, sitter);
}

function withMargins(window: Box, add: Readonly<Record<Side, number>>, { cutAt, width, height }: Sitter): Box {
  const blocked = cutAt.find((side) => add[side] > 0);
  if (blocked)
    throw new EngineRejection(
      `The subject is cut off at the ${blocked}, so the image cannot be continued there. Ask for another side, or for a crop.`,
    );
  return {
    left: window.left - add.left * width,
    top: window.top - add.top * height,
    width: window.width + (add.left + add.right) * width,
    height: window.height + (add.top + add.bottom) * height,
  };
}

/** The window in another ratio. */
function reshaped(window: Box, ratio: number, how: Reshape, sitter: Framed): Box {
  const within = ofRatio(window, ratio, 'within');
  if (sameRatio(window.width / window.height, ratio)) return within;
  const cut = centredWithin(within, window, sitter);
  const { box } = sitter;
  const cutsSubject = cut.width < Math.min(box.width, window.width) || cut.height < Math.min(box.height, window.height);
  if (how === 'crop' || (how === 'fit' && !cutsSubject)) return cut;
  const { width, height } = ofRatio(window, ratio, 'around');
  return continued(window, width, height, sitter);
}

/** A window moved within a larger one to centre the subject, with its head always inside. */
function centredWithin(window: Box, within: Box, { box }: Framed): Box {
  const { left, top } = resized(box, window.width, window.height);
  const fromHead = box.height > window.height ? box.top - window.height * 0.05 : top;
  return {
    ...window,
    left: clamp(left, within.left, within.left + within.width - window.width),
    top: clamp(fromHead, within.top, within.top + within.height - window.height),
  };
}

/** The window enlarged. A side that crops the subject stays; two opposite ones cannot both stay. */
function continued(window: Box, width: number, height: number, { cutAt }: Framed): Box {
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
