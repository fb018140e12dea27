import { Atelier } from '@atelier/client';
import { type SubmitEvent, useId, useState } from 'react';
import { Link } from 'react-router';
import { requestOptions } from '../../api/request-options.ts';
import { useSession } from '../../api/session.tsx';
import { Button } from '../../components/Button.tsx';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { CheckField, TextField } from '../../components/Field.tsx';
import { Notice } from '../../components/Notice.tsx';
import { useOwnPage } from '../../components/PageHeader.tsx';
import { BeforeAfter } from '../../components/pictures/BeforeAfter.tsx';
import after from './after.webp';
import before from './before.webp';
import styles from './SignInPage.module.css';

/** Shown in place of any page until the user signs in; the address stays, so the wanted page follows. */
export function SignInPage() {
  const { wasRefused } = useSession();
  useOwnPage();
  return (
    <main className={styles.page} id="content" tabIndex={-1}>
      <title>Sign in · Atelier</title>
      <div className={styles.picture}>
        <BeforeAfter
          before={{ url: before }}
          after={{ url: after, width: 720, height: 960 }}
          alt="A rendered sample person in a sample T-shirt, dressed by the embedded engine"
          initialShare={50}
          fills
        />
      </div>
      <div className={styles.column}>
        <p className={styles.wordmark}>Atelier</p>
        <h1 className={styles.title}>Clothes on people, without the shoot.</h1>
        <p className={styles.lead}>
          Dress a person in a garment, place products in a scene, retouch, enlarge and animate. It all runs on this
          service.
        </p>
        <div className={styles.card}>
          <h2>Sign in</h2>
          {wasRefused && (
            <Notice tone="warn" title="You were signed out" urgent>
              The service no longer accepts this key. Your drafts are kept.
            </Notice>
          )}
          <SignInForm />
        </div>
        <p className={styles.help}>
          No key yet? The service prints one at its first start and writes it to its data folder as <code>api-key</code>
          . The operator can create more on <Link to="/studio/admin">the admin page</Link>.
        </p>
      </div>
    </main>
  );
}

function SignInForm() {
  const { signIn } = useSession();
  const [key, setKey] = useState('');
  const [stays, setStays] = useState(false);
  const [state, setState] = useState<{ kind: 'idle' | 'checking' } | { kind: 'failed'; error: unknown }>({
    kind: 'idle',
  });
  const form = useId();

  async function check(event: SubmitEvent) {
    event.preventDefault();
    const given = key.trim();
    if (given === '') return;
    setState({ kind: 'checking' });
    try {
      await new Atelier(requestOptions(given)).account();
      signIn(given, stays);
    } catch (error) {
      setState({ kind: 'failed', error });
    }
  }
  return (
    <form id={form} className={styles.form} onSubmit={(event) => void check(event)}>
      <TextField
        label="API key"
        type="password"
        autoComplete="current-password"
        spellCheck={false}
        placeholder="atl_…"
        required
        value={key}
        onChange={({ target }) => setKey(target.value)}
      />
      <CheckField
        label="Stay signed in on this device"
        hint="Otherwise this browser forgets the key when you close the tab."
        checked={stays}
        onChange={({ target }) => setStays(target.checked)}
      />
      {state.kind === 'failed' && <ErrorNotice error={state.error} />}
      <Button type="submit" kind="primary" size="large" busy={state.kind === 'checking'}>
        Sign in
      </Button>
    </form>
  );
}
