import styles from './Thumbnails.module.css';

/** A small picture. */
export interface Thumbnail {
  readonly id: string;
  /** Null: there is none yet. */
  readonly address: string | null;
  /** Words below the picture. */
  readonly words?: string;
}

/** Small pictures in one row, as many as the row holds. Words beside them tell how many there are. */
export function Thumbnails({ pictures }: { readonly pictures: readonly Thumbnail[] }) {
  return (
    <ul className={styles.row}>
      {pictures.map(({ id, address, words }) => (
        <li key={id}>
          {address === null ? <span className={styles.none} /> : <img src={address} alt="" loading="lazy" />}
          {words && <span className={styles.words}>{words}</span>}
        </li>
      ))}
    </ul>
  );
}
