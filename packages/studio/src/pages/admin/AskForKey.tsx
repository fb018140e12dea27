import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { apiOf } from '../../api/call.ts';
import { forgetRefusal } from '../../api/refusals.ts';
import { requestOptions } from '../../api/request-options.ts';
import { Button } from '../../components/Button.tsx';
import { Card } from '../../components/Card.tsx';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { TextField } from '../../components/Field.tsx';
import { Notice } from '../../components/Notice.tsx';
import styles from './AskForKey.module.css';
import { useAdminSession } from './admin-session.tsx';

/** Asks for the admin key, and tries it before it is kept. */
export function AskForKey() {
  const { open, wasRefused } = useAdminSession();
  const [key, setKey] = useState('');
  const check = useMutation({
    mutationFn: async (given: string) => {
      await apiOf(requestOptions(given))('GET', '/admin/workspaces', {});
      return given;
    },
    onSuccess: open,
  });

  function submit(event: SubmitEvent) {
    event.preventDefault();
    check.mutate(key.trim());
  }
  return (
    <Card className={styles.card}>
      {wasRefused && (
        <Notice tone="warn" title="The admin key is no longer accepted" urgent>
          It may have been changed. Enter the new one.
        </Notice>
      )}
      <form className={styles.form} onSubmit={submit} onInput={() => forgetRefusal(check)}>
        <TextField
          label="Admin key"
          type="password"
          autoComplete="off"
          spellCheck={false}
          required
          hint={
            <>
              At its first start the service writes it to its data folder as <code>admin-key</code>. It is forgotten
              when this tab is closed.
            </>
          }
          value={key}
          onChange={({ target }) => setKey(target.value)}
        />
        {check.error && <ErrorNotice error={check.error} />}
        <Button type="submit" kind="primary" busy={check.isPending}>
          Open
        </Button>
      </form>
    </Card>
  );
}
