import type { ImageRecord } from '@atelier/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { useSeldom } from '../../lib/use-seldom.ts';
import { useAnnounce } from '../Announcer.tsx';
import { Button } from '../Button.tsx';
import type { IconName } from '../Icon.tsx';
import { Progress } from '../Progress.tsx';
import { Skeleton } from '../Skeleton.tsx';
import styles from './PictureInput.module.css';
import type { Pictures } from './use-pictures.ts';
import type { PendingPicture } from './use-uploads.ts';

/** A picture that the service has. */
export function ChosenTile({
  imageId,
  name,
  image,
  pictures,
  onRemoved,
}: {
  readonly imageId: string;
  readonly name: string;
  readonly image: UseQueryResult<ImageRecord | null> | undefined;
  readonly pictures: Pictures;
  /** Called when it goes: the focus it may have had must go somewhere. */
  readonly onRemoved: () => void;
}) {
  const renew = useSeldom(() => void image?.refetch());
  const address = pictures.previews.get(imageId) ?? image?.data?.path;
  const isGone = image?.data === null;
  return (
    <li className={styles.tile}>
      {isGone && <p className={styles.refusal}>This image was deleted. Remove it and add another.</p>}
      {address && (
        // An address may have expired since it was read; the record has a new one.
        <img className={styles.picture} src={address} alt={`Chosen: ${name}`} onError={renew} />
      )}
      {!address && !isGone && <Skeleton shape="picture" />}
      <div className={styles.tools}>
        {pictures.ids.length > 1 && <MoveButtons imageId={imageId} name={name} pictures={pictures} />}
        <Tool
          icon="close"
          label={`Remove ${name}`}
          onClick={() => {
            pictures.remove(imageId);
            onRemoved();
          }}
        />
      </div>
    </li>
  );
}

/** Order counts: they are worn over each other. */
function MoveButtons({
  imageId,
  name,
  pictures,
}: {
  readonly imageId: string;
  readonly name: string;
  readonly pictures: Pictures;
}) {
  const announce = useAnnounce();
  const index = pictures.ids.indexOf(imageId);
  const move = (by: number) => {
    pictures.move(imageId, by);
    announce(`Now ${index + by + 1} of ${pictures.ids.length}.`);
  };
  return (
    <>
      {index > 0 && <Tool icon="left" label={`Put ${name} one place earlier`} onClick={() => move(-1)} />}
      {index < pictures.ids.length - 1 && (
        <Tool icon="right" label={`Put ${name} one place later`} onClick={() => move(1)} />
      )}
    </>
  );
}

function Tool({
  icon,
  label,
  onClick,
}: {
  readonly icon: IconName;
  readonly label: string;
  readonly onClick: () => void;
}) {
  return (
    <Button size="small" icon={icon} iconOnly onClick={onClick}>
      {label}
    </Button>
  );
}

/** A picture on its way, or one that was refused and why. */
export function PendingTile({ picture, pictures }: { readonly picture: PendingPicture; readonly pictures: Pictures }) {
  const { localId, file, preview, share, refusal, mayRetry } = picture;
  return (
    <li className={styles.tile} data-refused={refusal !== null || undefined}>
      {refusal === null ? (
        <>
          <img className={styles.picture} src={preview} alt="" />
          <div className={styles.sending}>
            <Progress label={`Uploading ${file.name}`} share={share < 1 ? share : null} />
          </div>
        </>
      ) : (
        <p className={styles.refusal} role="alert">
          <strong>{file.name}</strong> {refusal}
        </p>
      )}
      <div className={styles.tools}>
        {refusal !== null && mayRetry && (
          <Tool icon="retry" label={`Upload ${file.name} again`} onClick={() => pictures.retry(localId)} />
        )}
        <Tool
          icon="close"
          label={refusal === null ? `Stop uploading ${file.name}` : `Dismiss ${file.name}`}
          onClick={() => pictures.dismiss(localId)}
        />
      </div>
    </li>
  );
}
