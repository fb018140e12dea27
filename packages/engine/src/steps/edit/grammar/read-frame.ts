import { coloursIn } from './colours.ts';
import type { FrameInstruction, Side } from './instruction.ts';
import { FRAMING_WORDS, MUCH, meant, percentIn, RATIO_WORDS, SIDE_WORDS, SLIGHTLY, TARGETS } from './words.ts';

/** Verbs that crop, and verbs that extend. */
const CUT = /\b(crop|cut|trim|clip|chop|shave)\b/;
const CONTINUE = /\b(extend|expand|outpaint|uncrop|widen|pad|continue|enlarge|add|more|letterbox|fill out)\b/;
/** Words for the part to show. */
const SHOW =
  /\b(crop|cut|trim|zoom|close[- ]?ups?|frame|reframe|framing|focus|show|only|just|tight(er)?|shot|headshot|half[- ]body|fill the frame|cent(re|er)(ed)?)\b/;
/** Words for the picture as a whole. A ratio needs one of them or a verb, unless it is the whole clause. */
const SHAPE =
  /\b(make|crop|cut|trim|reframe|change|convert|resize|extend|expand|outpaint|uncrop|widen|pad|format|ratio|aspect|orientation|size|image|picture|photo|canvas|frame|fit|turn|into|for)\b/;

/** Percentage of a side, factor of a zoom, and angle of a rotation, without a number in the clause. */
const SIDE_PERCENT = 20;
const ZOOM = 1.35;
const ZOOM_SLIGHT = 1.15;
const ZOOM_MUCH = 1.8;
const TURN_DEGREES = 90;
const TURN_SLIGHT_DEGREES = 3;

/** The frame instruction of a clause; null if it is about anything else. */
export function readFrame(clause: string): FrameInstruction | null {
  return readRotation(clause) ?? readShape(clause) ?? readMargins(clause) ?? readFraming(clause) ?? readZoom(clause);
}

function readRotation(clause: string): FrameInstruction | null {
  if (/\bupside[- ]down\b/.test(clause) && !/\b(mirror|flip)/.test(clause)) return { kind: 'rotate', degrees: 180 };
  const figure =
    /(-?\d+(?:\.\d+)?) ?(?:°|deg(?:rees?)?)/.exec(clause)?.[1] ?? /\b(?:rotate|turn)\D*\b(\d+)\b/.exec(clause)?.[1];
  const isTurn = /\b(rotate|tilt)\b/.test(clause) || (/\bturn\b/.test(clause) && figure !== undefined);
  if (!isTurn && !/\b(counter|anti)?-?clockwise\b/.test(clause)) return null;
  const degrees = figure === undefined ? (SLIGHTLY.test(clause) ? TURN_SLIGHT_DEGREES : TURN_DEGREES) : Number(figure);
  if (!Number.isFinite(degrees)) return null;
  return { kind: 'rotate', degrees: /\b(left|(counter|anti)-?clockwise)\b/.test(clause) ? -degrees : degrees };
}

function readShape(clause: string): FrameInstruction | null {
  const [, wide, high] = /(\d+(?:\.\d+)?) ?(?:px|pixels?)? ?(?::|x|×|by|\/) ?(\d+(?:\.\d+)?)/.exec(clause) ?? [];
  const figures = wide === undefined ? null : Number(wide) / Number(high);
  const named = SHAPE.test(clause) || clause.split(' ').length <= 3 ? meant(RATIO_WORDS, clause) : null;
  const ratio = figures ?? named;
  if (ratio === null || !(ratio > 0.1 && ratio < 10) || meant(FRAMING_WORDS, clause) === 'bust') return null;
  const how = CUT.test(clause) ? 'crop' : CONTINUE.test(clause) ? 'extend' : 'fit';
  return { kind: 'shape', ratio, how, inPixels: Number(wide) > 100 };
}

function readMargins(clause: string): FrameInstruction | null {
  const cuts = CUT.test(clause) && !/\b(to|into|down to|at) (the|her|his|their)\b/.test(clause);
  const grows =
    CONTINUE.test(clause) &&
    /\b(space|room|margin|background|canvas|border|image|picture|photo|frame|extend|expand|outpaint)\b/.test(clause);
  const sides = SIDE_WORDS.filter(([, words]) => words.test(clause)).map(([side]) => side);
  const isPainted = /\b(border|frame)\b/.test(clause) && coloursIn(clause).length > 0;
  if (isPainted || sides.length === 0 || meant(FRAMING_WORDS, clause) === 'below the face' || (!cuts && !grows))
    return null;
  const percent = percentIn(clause) ?? SIDE_PERCENT * (SLIGHTLY.test(clause) ? 0.5 : 1);
  const share = Math.min(90, percent) / 100;
  const of = (side: Side) => (sides.includes(side) ? (cuts ? -share : share) : 0);
  return { kind: 'margins', add: { left: of('left'), top: of('top'), right: of('right'), bottom: of('bottom') } };
}

function readFraming(clause: string): FrameInstruction | null {
  if (!SHOW.test(clause)) return null;
  const on = meant(FRAMING_WORDS, clause);
  if (on === 'below the face' || on === 'centred') return { kind: 'frame', on };
  const target = meant(TARGETS, clause);
  const part = target !== null && target !== 'garment' && target !== 'shoes' ? target : on;
  return part === null ? null : { kind: 'frame', on: part };
}

function readZoom(clause: string): FrameInstruction | null {
  const nearer =
    /\b(zoom|crop|move|get|come) in\b|\bzoom\b(?!.*\bout\b)|\b(closer|tighter|close[- ]?up|(larger|bigger) in the (frame|picture|image))\b/.test(
      clause,
    );
  const farther =
    /\bzoom(ed)? out\b|\b(wider (shot|view|angle|frame|crop)|further away|farther|step back|pull back|smaller in the (frame|picture|image))\b|\b(more|extra) (space|room|breathing room|margin|background)\b|\badd (some )?(space|room|margin|padding)\b/.test(
      clause,
    );
  if (!nearer && !farther) return null;
  const times = /(\d+(?:\.\d+)?) ?(x|×|times)\b/.exec(clause)?.[1];
  const percent = percentIn(clause);
  const named = SLIGHTLY.test(clause) ? ZOOM_SLIGHT : MUCH.test(clause) ? ZOOM_MUCH : ZOOM;
  const factor = times ? Number(times) : percent ? 1 + percent / 100 : named;
  if (!(factor > 0 && Number.isFinite(factor))) return null;
  return { kind: 'zoom', factor: nearer ? factor : 1 / factor };
}
