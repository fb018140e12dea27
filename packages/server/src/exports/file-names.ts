import type { FileNamePart } from '@atelier/contract';
import { safeFileName } from '../media/file-name.ts';

/** The values of the parts of a file name; null where an image has none. */
export type FileNameFacts = Readonly<Record<FileNamePart, string | null>>;

/** Names the files of one export. */
export type NameFile = (facts: FileNameFacts, mimeType: string) => string;

/**
 * Names files by a pattern: safe in every file system and in a cell of a CSV, and unique whatever the case. A part
 * without a value falls away with the dash beside it, and a name of nothing becomes the ID. A second file of a name
 * gets a number.
 */
export function fileNamer(pattern: string): NameFile {
  const taken = new Map<string, number>();
  return (facts, mimeType) => {
    const filled = pattern.replace(/\{(\w+)\}/g, (_, part: string) => factOf(facts, part));
    const single = filled.replace(/([-_ .])[-_ .]+/g, '$1');
    // Also what a safe name loses at its front, which would bring a formula to the front.
    const stem = single.replace(/^[-_ .=+@'~\s\p{C}]+|[-_ .]+$/gu, '') || (facts.id ?? 'image');
    for (let name = safeFileName(`${stem}.x`, mimeType); ; ) {
      const count = (taken.get(name.toLowerCase()) ?? 0) + 1;
      taken.set(name.toLowerCase(), count);
      if (count === 1) return name;
      name = name.replace(/(\.\w+)$/, `-${count}$1`);
    }
  };
}

/** A value cannot lead into another folder. */
function factOf(facts: FileNameFacts, part: string): string {
  const value: string | null | undefined = facts[part as FileNamePart];
  return (value ?? '').replace(/[\\/]/g, '_').trim();
}
