import type { Backdrop } from '../../backdrop/backdrop.ts';
import type { Colour } from './colours.ts';
import type { FRAMING_WORDS, LIT_PARTS, PATTERN_WORDS, SIDE_WORDS, TARGETS, TONE_WORDS, Words } from './words.ts';

/** The meanings of a table of words. */
type MeaningOf<Table extends Words<string>> = Table[number][0];

/** Parts of a picture that an instruction can name. */
export type Target = MeaningOf<typeof TARGETS>;

/** Parts whose light an instruction can change: the targets, and parts that are not worn. */
export type LitPart = MeaningOf<typeof LIT_PARTS>;

/** Changes of light and colour. */
export type Tone = MeaningOf<typeof TONE_WORDS>;

/** Patterns for a garment. */
export type Pattern = MeaningOf<typeof PATTERN_WORDS>;

/** The parts that a picture can be cropped to. */
export type Framing = MeaningOf<typeof FRAMING_WORDS>;

/** How a picture gets another ratio: cropped, continued, or cropped only as far as the subject stays whole. */
export type Reshape = 'crop' | 'extend' | 'fit';

/** An instruction about the frame of the picture. */
export type FrameInstruction =
  | { readonly kind: 'rotate' /** Clockwise. */; readonly degrees: number }
  | {
      readonly kind: 'shape' /** Width to height. */;
      readonly ratio: number;
      readonly how: Reshape;
      readonly inPixels: boolean;
    }
  | { readonly kind: 'frame'; readonly on: Framing | Target }
  | { readonly kind: 'zoom' /** Above 1 zooms in, below 1 zooms out. */; readonly factor: number }
  | {
      readonly kind: 'margins';
      /** Extension of each side, as a share of the picture; below 0 it is cropped. */
      readonly add: Readonly<Record<Side, number>>;
    };

/** A side of the picture. */
export type Side = MeaningOf<typeof SIDE_WORDS>;

/** An instruction about the content of the picture. */
export type Change =
  | { readonly kind: 'recolour'; readonly target: Target; readonly colour: Colour }
  | { readonly kind: 'pattern'; readonly target: Target; readonly pattern: Pattern; readonly colour: Colour }
  | {
      readonly kind: 'background';
      readonly fill: Colour | 'blur' | 'transparent' | Backdrop /** Of paper, plaster or a gradient. */;
      readonly tint?: Colour;
    }
  | { readonly kind: 'tone'; readonly tone: Tone; readonly amount: number; readonly part: LitPart | null }
  | { readonly kind: 'smooth'; readonly what: 'skin' | 'cloth' }
  /** Removes a logo, or all that a mask marks. */
  | { readonly kind: 'remove' }
  | { readonly kind: 'hide face' | 'shadow' | 'denoise' | 'blur' | 'sharpen' }
  | { readonly kind: 'mirror'; readonly upsideDown: boolean };

/** One instruction of an edit. */
export type Instruction = FrameInstruction | Change;

/** The object of an instruction that names none: the whole picture, or the masked part. */
export type About = 'picture' | 'mask';
