import type { JobResult } from '@atelier/contract';
import { Icon } from '../../components/Icon.tsx';
import styles from './JobPreview.module.css';

/** A job's result, small; a click shows it whole. */
export function JobPreview({ result, name }: { readonly result: JobResult | null; readonly name: string }) {
  if (!result)
    return (
      <span className={styles.nothing}>
        <Icon name="job" />
      </span>
    );
  return (
    <a
      className={styles.preview}
      href={result.url}
      target="_blank"
      rel="noreferrer"
      aria-label={`${name}: show the ${result.type}`}
    >
      {result.type === 'video' ? (
        <video src={result.url} muted playsInline preload="metadata" />
      ) : (
        <img src={result.url} alt="" loading="lazy" decoding="async" />
      )}
    </a>
  );
}
