/** Scores of a picture, from 0 to 1 unless stated otherwise. */
export interface PictureFindings {
  /** Probability of each kind, summing to 1. Much ordinary fashion scores as `sexy`. */
  readonly content: { readonly porn: number; readonly hentai: number; readonly sexy: number };
  /** The largest person; null where nobody is seen. */
  readonly person: {
    readonly certainty: number;
    /** Shares of the trunk's parts that show bare skin; null where a part is not in the picture. */
    readonly bareSkin: { readonly chest: number | null; readonly belly: number | null; readonly hips: number | null };
  } | null;
}

/** A picture to look at: an encoded file, or pixels of three bytes each (R, G, B), in memory or on disk. */
export type PictureToInspect =
  | { readonly kind: 'file'; readonly bytes: Uint8Array }
  | { readonly kind: 'pixels'; readonly width: number; readonly height: number; readonly rgb: Uint8Array }
  | { readonly kind: 'pixel_file'; readonly width: number; readonly height: number; readonly path: string };

/** Looks at a picture. */
export type InspectPicture = (picture: PictureToInspect) => Promise<PictureFindings>;

/** How an operator changes the rules. */
export interface PictureModeration {
  /** False allows every picture of adults; the rules for people under age stay. */
  readonly enabled: boolean;
  /** Least score of sexual content that is refused, 0 to 1. */
  readonly explicit: number;
  /** Least share of bare skin with which chest or hips count as bare, 0 to 1. */
  readonly bare: number;
}

/** The rules where the operator does not say otherwise. `docs/moderation.md` has the figures behind them. */
export const DEFAULT_PICTURE_MODERATION: PictureModeration = { enabled: true, explicit: 0.8, bare: 0.7 };

/** The role of the picture in the request. */
export interface PictureContext {
  /** True when the prompt names people under age. */
  readonly namesMinors: boolean;
}

/** The problem of a picture, to follow "the picture"; null without one. */
export type PictureCheck = (findings: PictureFindings, context: PictureContext) => string | null;

/** Certainty from which a person counts: garments laid flat look like people to the nets, less surely. */
const PERSON_MIN = 0.67;
/**
 * Most bare skin of chest and hips on somebody who is dressed, and the score of sexual content that is refused even
 * then.
 */
const DRESSED_SKIN_MAX = 0.2;
const DRESSED_EXPLICIT_MIN = 0.95;
/** Score of sexual content that is refused on bare hips. */
const BARE_EXPLICIT_MIN = 0.15;
/** With chest and hips bare, the score of sexual and provocative content together that is refused. */
const BARE_PROVOCATIVE_MIN = 0.9;
/** Refused scores with people under age: of sexual content, and of bare skin over the whole trunk. */
const MINOR_EXPLICIT_MIN = 0.2;
const MINOR_SKIN_MIN = 0.35;

const EXPLICIT = 'shows nudity or sexual acts, which are not allowed here. Use another image.';
const UNDER_AGE = 'shows undress, and the request has words for people under age. That is always refused.';

/** Makes the check of pictures. Nothing is ever refused for looking provocative alone. */
export function pictureCheck({ enabled, explicit, bare }: PictureModeration): PictureCheck {
  return ({ content, person: seen }, { namesMinors }) => {
    const person = seen && seen.certainty >= PERSON_MIN ? seen : null;
    const sexual = content.porn + content.hentai;
    const skin = person?.bareSkin ?? NOTHING_SEEN;
    if (namesMinors && (sexual >= MINOR_EXPLICIT_MIN || meanOf(skin) >= MINOR_SKIN_MIN)) return UNDER_AGE;
    if (!enabled) return null;
    const wearsNothing = least(skin.chest, skin.hips) >= bare;
    if (wearsNothing && sexual + content.sexy >= BARE_PROVOCATIVE_MIN) return EXPLICIT;
    return sexual >= explicitMin(skin, { explicit, bare }) ? EXPLICIT : null;
  };
}

type BareSkin = NonNullable<PictureFindings['person']>['bareSkin'];

const NOTHING_SEEN: BareSkin = { chest: null, belly: null, hips: null };

/** The refused score of sexual content, by the person's clothes. */
function explicitMin({ chest, hips }: BareSkin, { explicit, bare }: Omit<PictureModeration, 'enabled'>): number {
  if ((hips ?? 0) >= bare) return Math.min(explicit, BARE_EXPLICIT_MIN);
  const dressed = chest !== null && hips !== null && Math.max(chest, hips) < DRESSED_SKIN_MAX;
  return dressed ? Math.max(explicit, DRESSED_EXPLICIT_MIN) : explicit;
}

function least(a: number | null, b: number | null): number {
  return Math.min(a ?? 0, b ?? 0);
}

/** Mean over the parts that are in the picture; 0 where none is. */
function meanOf({ chest, belly, hips }: BareSkin): number {
  const seen = [chest, belly, hips].filter((share) => share !== null);
  return seen.reduce((sum, share) => sum + share, 0) / Math.max(1, seen.length);
}
