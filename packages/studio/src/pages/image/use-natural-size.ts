import { useEffect, useState } from 'react';
import type { Size } from './mask.ts';

/** The size of a picture as the browser shows it, turned upright; null until it is loaded. */
export function useNaturalSize(url: string): Size | null {
  const [found, setFound] = useState<(Size & { readonly url: string }) | null>(null);
  useEffect(() => {
    const picture = new Image();
    picture.onload = () => setFound({ url, width: picture.naturalWidth, height: picture.naturalHeight });
    picture.src = url;
    return () => {
      picture.onload = null;
    };
  }, [url]);
  return found?.url === url ? found : null;
}
