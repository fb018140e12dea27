import type { ImageRecord } from '@atelier/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from '../Button.tsx';
import { Progress } from '../Progress.tsx';
import { Skeleton } from '../Skeleton.tsx';
import styles from './PictureInput.module.css';
import type { PendingPicture, Pictures } from './use-pictures.ts';

/** A picture that the service has. */
export function ChosenTile({
  imageId,
  name,
  image,
  index,
  pictures,
}: {
  readonly imageId: string;
  readonly name: string;
  readonly image: UseQueryResult<ImageRecord | null> | undefined;
  readonly index: number;
  readonly pictures: Pictures;
}) {
  const address = pictures.previews.get(imageId) ?? image?.data?.path;
  const isGone = image?.data === null;
  return (
    <li className={styles.tile}>
      {isGone && <p className={styles.refusal}>This picture was deleted. Remove it and add another.</p>}
      {address && <img className={styles.picture} src={address} alt={`Chosen: ${name}`} />}
      {!address && !isGone && <Skeleton shape="picture" />}
      <div className={styles.tools}>
        {pictures.max > 1 && (
          <>
            <Button
              kind="secondary"
              size="small"
              icon="left"
              iconOnly
              disabled={index === 0}
              onClick={() => pictures.move(imageId, -1)}
            >{`Move ${name} forward`}</Button>
            <Button
              kind="secondary"
              size="small"
              icon="right"
              iconOnly
              disabled={index === pictures.ids.length - 1}
              onClick={() => pictures.move(imageId, 1)}
            >{`Move ${name} back`}</Button>
          </>
        )}
        <Button
          kind="secondary"
          size="small"
          icon="close"
          iconOnly
          onClick={() => pictures.remove(imageId)}
        >{`Remove ${name}`}</Button>
      </div>
    </li>
  );
}

/** A picture on its way, or one that was refused and why. */
export function PendingTile({ picture, onDismiss }: { readonly picture: PendingPicture; readonly onDismiss: () => void }) {
  const { fileName, preview, share, refusal } = picture;
  return (
    <li className={styles.tile} data-refused={refusal !== null || undefined}>
      <img className={styles.picture} src={preview} alt="" />
      {refusal === null ? (
        <div className={styles.sending}>
          <Progress label={`Uploading ${fileName}`} share={share < 1 ? share : null} />
        </div>
      ) : (
        <p className={styles.refusal} role="alert">
          <strong>{fileName}</strong> {refusal}
        </p>
      )}
      <div className={styles.tools}>
        <Button kind="secondary" size="small" icon="close" iconOnly onClick={onDismiss}>
          {refusal === null ? `Stop uploading ${fileName}` : `Dismiss ${fileName}`}
        </Button>
      </div>
    </li>
  );
}
