import { MODEL_OPTIONS, type ModelOptions } from '../../components/work/model-options.ts';
import { useOperation } from '../../components/work/use-operation.ts';
import type { Work } from '../../components/work/use-work.ts';
import type { Stroke } from './mask.ts';

interface Draft extends ModelOptions, Marks {
  readonly prompt: string;
  /** The picture the marks belong to: on another there are none. */
  readonly imageId: string;
  readonly way: 'brush' | 'file';
}

/** The marked pixels of a picture: by the brush, and by an uploaded mask. */
export interface Marks {
  readonly strokes: readonly Stroke[];
  /** Strokes that were undone, the last one first. */
  readonly undone: readonly Stroke[];
  readonly mask: readonly string[];
}

const UNMARKED: Marks = { strokes: [], undone: [], mask: [] };

/** Without a resolution, every pixel outside the marks stays the picture's own. */
const EMPTY: Draft = { ...MODEL_OPTIONS, ...UNMARKED, resolution: '', prompt: '', imageId: '', way: 'brush' };

/** The input of an inpaint of a picture, with its marks. The canvas and the form share it. */
export function useInpaint(imageId: string, work: Work) {
  const operation = useOperation('inpaint', EMPTY, work);
  const { draft, change } = operation;
  return {
    ...operation,
    marks: marksOn(imageId, draft),
    mark: (next: (now: Marks) => Partial<Marks>) =>
      change((now) => {
        const own = marksOn(imageId, now);
        return { imageId, ...own, ...next(own) };
      }),
  };
}

/** The marks of a draft on a picture. */
function marksOn(imageId: string, { imageId: own, strokes, undone, mask }: Draft): Marks {
  return own === imageId ? { strokes, undone, mask } : UNMARKED;
}
