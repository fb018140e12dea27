import type { ImageRecord } from '@atelier/contract';
import type { Work } from '../../components/work/use-work.ts';
import { BrushBar } from './BrushBar.tsx';
import { BrushLayer } from './BrushLayer.tsx';
import type { Size } from './mask.ts';
import { useBrush } from './use-brush.ts';
import { useInpaint } from './use-inpaint.ts';
import { ZoomPane } from './ZoomPane.tsx';

/** The picture to paint on, and the brush. */
export function PaintPane({
  image,
  url,
  size,
  work,
}: {
  readonly image: ImageRecord;
  readonly url: string;
  readonly size: Size;
  readonly work: Work;
}) {
  const { marks, mark } = useInpaint(image.id, work);
  const brush = useBrush(marks, mark, size);
  return (
    <>
      <ZoomPane size={size} tool={brush.tool}>
        {() => (
          <>
            <img src={url} alt="The original" draggable={false} />
            <BrushLayer brush={brush} picture={size} />
          </>
        )}
      </ZoomPane>
      <BrushBar brush={brush} />
    </>
  );
}
