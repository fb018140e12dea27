import { findComponents } from '../../pixels/components.ts';
import { type LabPlanes, labDistance } from '../../pixels/lab.ts';
import { median } from '../../pixels/median.ts';
import { maskOf } from '../../pixels/planes.ts';

/** Distance from the border of two parts at which their colours are compared, in pixels of the map. */
const ASIDE = 2;
/**
 * Greatest median difference (CIE 1976) of the colours across a border without an edge. On 189 test people,
 * 5,713 pixels of such pieces are clothes by the label maps, and 146 are bags.
 */
const EDGE_MAX = 6;
/** Least share of a piece's outline that borders on the other part. */
const BORDER_MIN = 0.3;

/**
 * 1 on each connected piece of the label `part` that meets the label `other` without an edge, 0 elsewhere. The same
 * cloth goes on across such a border.
 */
export function seamlessPieces(
  labels: Uint8Array,
  part: number,
  other: number,
  { l, a, b, width, height }: LabPlanes,
): Uint8Array {
  const { labels: pieces, sizes } = findComponents(
    maskOf(labels.length, (i) => labels[i] === part),
    width,
    height,
  );
  const colourAt = (i: number) => [l[i], a[i], b[i]];
  const outline = sizes.map(() => 0);
  const differences = sizes.map((): number[] => []);
  for (let i = 0; i < pieces.length; i++) {
    if (!pieces[i]) continue;
    const [x, y] = [i % width, Math.floor(i / width)];
    if (Math.min(x, y, width - 1 - x, height - 1 - y) < ASIDE) continue;
    for (const step of [1, -1, width, -width]) {
      if (labels[i + step] === part) continue;
      outline[pieces[i]]++;
      const [inside, outside] = [i - step * (ASIDE - 1), i + step * ASIDE];
      if (pieces[inside] === pieces[i] && labels[i + step] === other && labels[outside] === other)
        differences[pieces[i]].push(labDistance(colourAt(inside), colourAt(outside)));
    }
  }
  const isSeamless = differences.map(
    (found, piece) => found.length > BORDER_MIN * outline[piece] && median(found, 0) < EDGE_MAX,
  );
  return maskOf(labels.length, (i) => pieces[i] > 0 && isSeamless[pieces[i]]);
}
