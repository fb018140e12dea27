import type { JobRequest, LibraryImage, MadeBy } from '@atelier/contract';
import { Link } from 'react-router';
import { useCollections, type useLibraryChanges } from '../../api/library.ts';
import { useImages, useJobs } from '../../api/queries.ts';
import { Button, ButtonLink } from '../../components/Button.tsx';
import { DownloadLink } from '../../components/pictures/DownloadLink.tsx';
import { Time } from '../../components/Time.tsx';
import { labelsOf } from '../../errors/labels.ts';
import { ASSET_WORDS } from '../../lib/asset-words.ts';
import { creditsText, wordsOf } from '../../lib/format.ts';
import { OPERATION_WORDS } from '../../lib/job-words.ts';
import { Comments } from './Comments.tsx';
import styles from './ImagePanel.module.css';
import { titleOf } from './words.ts';

/** Everything about one image: the picture, the decision, its comments, what made it. */
export function ImagePanel({
  image,
  changes,
  onDelete,
}: {
  readonly image: LibraryImage;
  readonly changes: ReturnType<typeof useLibraryChanges>;
  readonly onDelete: () => void;
}) {
  const { id, type, url, width, height, review, made_by: madeBy } = image;
  const decide = (next: 'approved' | 'rejected') =>
    changes.review.mutate({ ids: [id], review: review === next ? null : next });
  return (
    <div className={styles.panel}>
      {type === 'image' ? (
        <img src={url} alt={titleOf(image)} width={width} height={height} className={styles.picture} />
      ) : (
        // biome-ignore lint/a11y/useMediaCaption: films made here have no sound.
        <video src={url} controls loop playsInline className={styles.picture} aria-label={titleOf(image)} />
      )}
      <div className={styles.decide}>
        <Button
          icon="check"
          aria-pressed={review === 'approved'}
          className={styles.approve}
          onClick={() => decide('approved')}
        >
          Approve
        </Button>
        <Button
          icon="close"
          aria-pressed={review === 'rejected'}
          className={styles.reject}
          onClick={() => decide('rejected')}
        >
          Reject
        </Button>
      </div>
      <Comments
        key={id}
        imageId={id}
        onAdded={() =>
          changes.change((one) => (one.id === id ? { ...one, comment_count: one.comment_count + 1 } : one))
        }
      />
      <div className={styles.actions}>
        {type === 'image' && (
          <ButtonLink to={`/studio/images/${id}`} icon="sparkle">
            Edit
          </ButtonLink>
        )}
        <DownloadLink url={url} />
        <Button icon="trash" kind="danger" onClick={onDelete}>
          Delete
        </Button>
      </div>
      {madeBy ? <Making madeBy={madeBy} /> : <p className={styles.soft}>{`Uploaded as ${image.file_name}`}</p>}
      <Facts image={image} />
    </div>
  );
}

function Facts({ image: { width, height, created_at, collection_ids } }: { readonly image: LibraryImage }) {
  const { data: collections = [] } = useCollections();
  const within = collections.filter(({ id }) => collection_ids.includes(id)).map(({ name }) => name);
  return (
    <dl className={styles.facts}>
      <dt>Size</dt>
      <dd>{`${width} × ${height}`}</dd>
      <dt>Made</dt>
      <dd>
        <Time at={created_at} />
      </dd>
      {within.length > 0 && (
        <>
          <dt>In</dt>
          <dd>{within.join(', ')}</dd>
        </>
      )}
    </dl>
  );
}

/** The request that made an image, and the way to make another. */
function Making({ madeBy }: { readonly madeBy: MadeBy }) {
  const { job_id: jobId, operation, model, credits_used: credits, prompt, assets, look, shoot_id, view } = madeBy;
  const [job] = useJobs([jobId]);
  const request = job?.data?.request ?? null;
  return (
    <section aria-label="Request" className={styles.making}>
      <dl className={styles.facts}>
        <dt>Operation</dt>
        <dd>{OPERATION_WORDS[operation]}</dd>
        <dt>Model</dt>
        <dd>{model}</dd>
        <dt>Price</dt>
        <dd>{creditsText(credits)}</dd>
        {look && (
          <>
            <dt>Look</dt>
            <dd>{shoot_id ? <Link to={`/studio/library?shoot=${shoot_id}`}>{look.name}</Link> : look.name}</dd>
          </>
        )}
        {view !== null && (
          <>
            <dt>View</dt>
            <dd>{view}</dd>
          </>
        )}
        {assets.map(({ id, type, alias, sku }) => (
          <Named key={id} term={wordsOf(ASSET_WORDS[type].one)}>
            <Link to={`/studio/library?asset=${id}`}>{alias}</Link>
            {sku && <span className={styles.sku}>{sku}</span>}
          </Named>
        ))}
      </dl>
      {prompt && <p className={styles.prompt}>{prompt}</p>}
      {request && <Inputs request={request} />}
      {request && (
        <ButtonLink to={againAt(request, jobId)} icon="retry">
          Again with …
        </ButtonLink>
      )}
    </section>
  );
}

function Named({ term, children }: { readonly term: string; readonly children: React.ReactNode }) {
  return (
    <>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** The images that the request was given, as far as they still exist: the workspace's own and the shared library's. */
function Inputs({ request }: { readonly request: JobRequest }) {
  const inputs = inputsOf(request);
  const found = useImages(inputs.map(({ id }) => id));
  const images = inputs.flatMap(({ id, label }, index) => {
    const address = found[index]?.data?.path;
    return address ? [{ id, label, address }] : [];
  });
  if (images.length === 0) return null;
  return (
    <ul className={styles.inputs} aria-label="Made from">
      {images.map(({ id, label, address }) => (
        <li key={id}>
          <Link to={`/studio/images/${id}`} title={label}>
            <img src={address} alt={label} loading="lazy" decoding="async" />
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Fields of requests that hold IDs of images. */
const IMAGE_FIELD = /^(person|outfit|reference|last_frame)_image_ids?$/;

/** Each image that a request names, once, with the label of its field. */
function inputsOf({ operation, image_id: source, input }: JobRequest) {
  const labels = labelsOf(operation);
  const fields = Object.entries({ image_id: source, ...input }).filter(
    ([field]) => field === 'image_id' || IMAGE_FIELD.test(field),
  );
  const named = fields.flatMap(([field, value]) => [value].flat().map((id) => [id, labels[field] ?? field] as const));
  return [...new Map(named)].flatMap(([id, label]) => (typeof id === 'string' ? [{ id, label }] : []));
}

/** The page of an operation, filled in as the request was. */
function againAt({ operation, image_id: source }: JobRequest, jobId: string): string {
  if (operation === 'virtual_try_on') return `/studio/try-on?again=${jobId}`;
  if (source !== undefined) return `/studio/images/${source}?do=${operation}&again=${jobId}`;
  return `/studio/generate?again=${jobId}`;
}
