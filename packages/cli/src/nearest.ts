/** The known word nearest to a mistyped one, or null when none is near: two changes, or a third of its letters. */
export function nearest(word: string, known: readonly string[]): string | null {
  let best: { candidate: string; distance: number } | null = null;
  for (const candidate of known) {
    const distance = editDistance(word, candidate);
    if (!best || distance < best.distance) best = { candidate, distance };
  }
  return best && best.distance <= Math.max(2, word.length / 3) ? best.candidate : null;
}

/** Levenshtein's distance (1965): insertions, deletions and substitutions between two words. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [row, character] of [...a].entries()) {
    const current = [row + 1];
    for (const [column, other] of [...b].entries()) {
      const substitution = (previous[column] ?? 0) + (character === other ? 0 : 1);
      current.push(Math.min((previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1, substitution));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}
