import { type PhotoView, webAddressProblem } from '@atelier/contract';

/** A photo that a catalogue names. */
export interface CataloguePicture {
  readonly kind: 'address' | 'file';
  /** The address, or the name of the file as the catalogue has it. */
  readonly name: string;
  /** What it shows, where the catalogue says so. */
  readonly view: PhotoView | null;
  /** Line of the file; null where a folder has it. */
  readonly line: number | null;
}

/** The words of each view, in texts about photos. */
const VIEWS: readonly (readonly [PhotoView, RegExp])[] = [
  ['back', /(^|[^\p{L}])(back|rear|hinten|rückseite|rueckseite|rücken)([^\p{L}]|$)/iu],
  ['side', /(^|[^\p{L}])(side|seite|seitlich)([^\p{L}]|$)/iu],
  ['detail', /(^|[^\p{L}])(details?|closeup|close-up|zoom|label|swatch|stoff)([^\p{L}]|$)/iu],
  ['front', /(^|[^\p{L}])(front|frontal|vorn|vorne|vorderseite)([^\p{L}]|$)/iu],
];

/** The view that the first telling text names, or null. */
export function viewIn(texts: readonly string[]): PhotoView | null {
  for (const text of texts)
    for (const [view, words] of VIEWS) if (words.test(text.replaceAll(/[_\d]/g, ' '))) return view;
  return null;
}

/** The texts of a cell that names several photos. An address keeps its own commas. */
export function picturesIn(cell: string): string[] {
  const separators = /https?:/i.test(cell) ? /\s*[|\n]\s*|[,;]\s+|[,;\s]+(?=https?:)/i : /\s*[|\n,;]\s*/;
  return cell.split(separators).flatMap((text) => text.trim() || []);
}

/** How a text names a photo, or why it does not. */
export function readPictureName(
  text: string,
): Pick<CataloguePicture, 'kind' | 'name'> | { readonly kind: 'unusable'; readonly reason: string } {
  const address = text.startsWith('//') ? `https:${text}` : text;
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(address)) {
    // Shops write addresses with blanks and umlauts, which browsers encode.
    const url = URL.canParse(address) ? new URL(address).href : address;
    const problem = webAddressProblem(url);
    return problem === null ? { kind: 'address', name: url } : { kind: 'unusable', reason: `The address ${problem}.` };
  }
  if (/\.(jpe?g|png|webp)$/i.test(text)) return { kind: 'file', name: text };
  return {
    kind: 'unusable',
    reason: 'It is neither an http or https address nor the name of a JPEG, PNG or WebP file.',
  };
}
