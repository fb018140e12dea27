import { withoutColours } from './colours.ts';
import { COURTESY, MEANINGS } from './words.ts';

/** The words of a text, each once. */
export function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter((word) => word !== ''));
}

/**
 * Conjunctions, possessives, words of degree and courtesies: in English, then in the other languages of the grammar.
 */
export const JOINING_WORDS = wordsOf(`
  her hers him his she they them their its this that these those the one ones some any all whole entire entirely complete completely fully every
  everything each both only just also too very really quite more less much many most least bit little touch tad slight slightly somewhat subtle
  subtly gentle gently strong strongly lot dramatic dramatically extremely same like such nice nicely beautiful perfect good better best new proper
  properly correct for from into off onto out over under with without within and but then than there here now again please thank thanks kindly
  front behind before against around above below inside outside beside near next far further close closer look looks looking effect
  can could would should will shall may might must want wants need needs wish love prefer are was were been being have has had having not don't
  instead rather where which while who whose what when our your i'd i'm does times twice half double care careful carefully
  person model woman man girl boy subject figure lady guy somebody someone picture image photo photograph photographed shot pic shoot version result
  bitte bild bilder foto die der das dem den des ein eine einen einem einer und mit soll sollen sein seine ist beim zum zur als ihr ihre ihren
  ihrem mich mir sie ihn ganz sehr mehr weniger nach von fuer fur farbe farben faerben farben grad hat haben werden wird hinter setz setze stell
  stelle zeig zeige aus vom nur noch auch aufs mal doch
  couleur une ses avec pour par dans plus moins tres peu est soit cette elle lui leur mets met vous plait degres qui
  imagen color una uno del sus con por para muy poco mas menos que sea esta este esto ella favor grados pon ponla ponlo
  immagine colore della dello suo sua con per molto poco piu meno che sia questa questo gradi favore
  imagem cor uma dos das seu sua com para muito pouco mais menos que seja graus favor
  beeld afbeelding kleur een van haar zijn met voor door heel erg meer minder dat deze dit graden graag alsjeblieft zet`);

/** Verbs of edits, and the tools and results that they name. */
const EDIT_WORDS = wordsOf(`
  make makes making made turn turned change changed convert switch swap set put puts place placed move get let give gives go keep stay use take
  takes taken replace replaced remove removed delete erase rid drop lose clean clear hide fill cut cutout crop cropped trim clip chop shave extend
  expand outpaint uncrop widen pad continue enlarge add adding zoom zoomed rotate rotated tilt clockwise counterclockwise anticlockwise counter anti
  degrees degree deg upside mirror flip flipped blur blurred blurry pixelate defocus focus anonymize anonymise cover sharpen sharp sharper crisp
  crisper denoise noise grain grainy retouch smooth smoother airbrush iron ironed steam wrinkle wrinkles wrinkle-free crease creases lint fold folds
  blemish blemishes pimple pimples acne spot spots isolate isolated show shown showing see seen frame framed reframe resize recolor recolour
  recolored recoloured color colour colors colours coloured colored dye paint painted shade shades tone tones hue pattern patterned print prints
  logo logos text graphic graphics slogan lettering writing brand branding emblem motif badge number label shadow shadows highlights glare shine
  contrast brightness exposure saturation warmth light lights lighting finish style filter feel mood vibe glow background backdrop plain solid pure
  simple seamless neutral transparent space room margin margins padding border borders canvas ratio aspect format size sized orientation resolution
  standing stand stands pose posing increase decrease reduce lower raise side sides corner corners hour mode portrait bokeh percent pixels pixel
  png jpg jpeg file quality natural naturally realistic professional professionally evenly even`);

/** Every word with a meaning, with its ending. */
const UNDERSTOOD = MEANINGS.map(({ source }) => new RegExp(`(?:${source})\\w*`, 'g'));

/** Shorter words mean little alone. */
const LENGTH_MIN = 3;

/**
 * The ignored words of an understood clause, in English and lower case: "leather" in "turn the jacket into red
 * leather". Empty for a courtesy.
 */
export function unreadWords(clause: string): string[] {
  if (COURTESY.test(clause)) return [];
  const left = UNDERSTOOD.reduce((text, pattern) => text.replaceAll(pattern, ' '), withoutColours(clause));
  return (left.match(/[\p{L}][\p{L}'-]*/gu) ?? []).filter(
    (word) => word.length >= LENGTH_MIN && !EDIT_WORDS.has(word) && !JOINING_WORDS.has(word),
  );
}
