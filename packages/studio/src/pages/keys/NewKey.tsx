import { SCOPES, type Scope } from '@atelier/contract';
import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { QUERY_KEYS, useAccount } from '../../api/queries.ts';
import { forgetRefusal } from '../../api/refusals.ts';
import { useConnection } from '../../api/session.tsx';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { CheckField, TextField } from '../../components/Field.tsx';
import styles from './KeysPage.module.css';
import { SCOPE_WORDS } from './scope-words.ts';

interface NewKeyProps {
  readonly onClose: () => void;
  readonly onKey: (key: string) => void;
}

/** Asks for the name, the scopes and the limits of a key. */
export function NewKey({ open, ...rest }: NewKeyProps & { readonly open: boolean }) {
  return (
    <Dialog title="New key" open={open} onClose={rest.onClose}>
      <Form {...rest} />
    </Dialog>
  );
}

function Form({ onClose, onKey }: NewKeyProps) {
  const { api } = useConnection();
  const own = useAccount().key.scopes;
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly Scope[]>(own.filter((scope) => scope !== 'manage'));
  const [credits, setCredits] = useState('');
  const [expiry, setExpiry] = useState('');
  const create = useMutation({
    mutationFn: () =>
      api('POST', '/v1/keys', {
        body: {
          name: name.trim(),
          scopes: [...scopes],
          ...(credits !== '' && { credits_per_month: Number(credits) }),
          ...(expiry !== '' && { expires_at: `${expiry}T00:00:00.000Z` }),
        },
      }),
    onSuccess({ api_key }) {
      onKey(api_key);
      onClose();
    },
    meta: { invalidates: [QUERY_KEYS.keys] },
  });

  function submit(event: SubmitEvent) {
    event.preventDefault();
    create.mutate();
  }
  return (
    <form className={styles.form} onSubmit={submit} onInput={() => forgetRefusal(create)}>
      <TextField
        label="Name"
        required
        maxLength={200}
        hint="Who will use it."
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <ScopeFields own={own} scopes={scopes} onChange={setScopes} />
      <TextField
        label="Credits a month"
        type="number"
        min="0"
        step="0.01"
        hint="Empty: no limit of its own."
        value={credits}
        onChange={({ target }) => setCredits(target.value)}
      />
      <TextField
        label="Expires on"
        type="date"
        hint="It works until this day (UTC). Empty: until you revoke it."
        value={expiry}
        onChange={({ target }) => setExpiry(target.value)}
      />
      {create.error && (
        <ErrorNotice
          error={create.error}
          inDoubt="The key may have been made nevertheless. Close this form and look at the list; revoke a key that you never saw."
        />
      )}
      <Button type="submit" kind="primary" busy={create.isPending} disabled={scopes.length === 0}>
        Create
      </Button>
    </form>
  );
}

/** The scopes to choose from, which are those of the caller's key. */
function ScopeFields({
  own,
  scopes,
  onChange,
}: {
  readonly own: readonly Scope[];
  readonly scopes: readonly Scope[];
  readonly onChange: (scopes: readonly Scope[]) => void;
}) {
  const toggled = (scope: Scope, isOn: boolean) =>
    SCOPES.filter((one) => (one === scope ? isOn : scopes.includes(one)));
  return (
    <fieldset className={styles.scopes}>
      <legend>Scopes</legend>
      {SCOPES.filter((scope) => own.includes(scope)).map((scope) => (
        <CheckField
          key={scope}
          label={SCOPE_WORDS[scope]}
          checked={scopes.includes(scope)}
          onChange={({ target }) => onChange(toggled(scope, target.checked))}
        />
      ))}
    </fieldset>
  );
}
