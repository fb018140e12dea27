import { COMMENT_LENGTH_MAX } from '@atelier/contract';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useComments } from '../../api/library.ts';
import { QUERY_KEYS } from '../../api/queries.ts';
import { useConnection } from '../../api/session.tsx';
import { Button } from '../../components/Button.tsx';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { TextArea } from '../../components/Field.tsx';
import { Time } from '../../components/Time.tsx';
import styles from './Comments.module.css';

/** The comments on an image, and a place for another. */
export function Comments({ imageId, onAdded }: { readonly imageId: string; readonly onAdded: () => void }) {
  const { atelier } = useConnection();
  const { data: comments = [] } = useComments(imageId);
  const [text, setText] = useState('');
  const add = useMutation({
    mutationFn: () => atelier.library.comment(imageId, { text: text.trim() }),
    onSuccess() {
      setText('');
      onAdded();
    },
    meta: { invalidates: [QUERY_KEYS.comments(imageId)] },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate();
  };
  return (
    <section className={styles.comments} aria-label="Comments">
      <ul className={styles.list}>
        {comments.map(({ id, author, text: said, created_at }) => (
          <li key={id} className={styles.comment}>
            <p>{said}</p>
            <p className={styles.about}>
              {author && `${author}, `}
              <Time at={created_at} />
            </p>
          </li>
        ))}
      </ul>
      <form className={styles.form} onSubmit={submit}>
        <TextArea
          label="Comment"
          rows={2}
          maxLength={COMMENT_LENGTH_MAX}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Button type="submit" size="small" icon="comment" busy={add.isPending} disabled={text.trim() === ''}>
          Add comment
        </Button>
        {add.error && <ErrorNotice error={add.error} />}
      </form>
    </section>
  );
}
