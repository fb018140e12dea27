import { MODELS, type ModelName, type Workspace } from '@atelier/contract';
import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { forgetRefusal } from '../../api/refusals.ts';
import { Button } from '../../components/Button.tsx';
import { Choice } from '../../components/Choice.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { CheckField, TextField } from '../../components/Field.tsx';
import { useAdminApi } from './admin-session.tsx';
import { PLAN_OPTIONS } from './NewWorkspace.tsx';
import { ADMIN_QUERIES } from './queries.ts';
import styles from './WorkspaceSettings.module.css';

/** Models that a workspace must be given access to. */
const GATED = Object.values(MODELS)
  .filter(({ gated }) => gated)
  .map(({ name }) => name);

/** Changes a workspace's name, plan and access to gated models. */
export function WorkspaceSettings({
  workspace,
  open,
  onClose,
}: {
  readonly workspace: Workspace;
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  return (
    <Dialog title={`Settings of ${workspace.name}`} open={open} onClose={onClose}>
      <Form workspace={workspace} onClose={onClose} />
    </Dialog>
  );
}

function Form({ workspace, onClose }: { readonly workspace: Workspace; readonly onClose: () => void }) {
  const api = useAdminApi();
  const [name, setName] = useState(workspace.name);
  const [plan, setPlan] = useState(workspace.plan);
  const [access, setAccess] = useState<readonly ModelName[]>(workspace.model_access);
  const change = useMutation({
    mutationFn: () =>
      api('PATCH', '/admin/workspaces/{id}', {
        params: { id: workspace.id },
        body: { name: name.trim(), plan, model_access: [...access] },
      }),
    onSuccess: onClose,
    meta: { invalidates: [ADMIN_QUERIES.workspaces] },
  });
  const toggle = (model: ModelName, isOpen: boolean) =>
    setAccess(GATED.filter((one) => (one === model ? isOpen : access.includes(one))));

  function submit(event: SubmitEvent) {
    event.preventDefault();
    change.mutate();
  }
  return (
    <form className={styles.form} onSubmit={submit} onInput={() => forgetRefusal(change)}>
      <TextField label="Name" required maxLength={200} value={name} onChange={({ target }) => setName(target.value)} />
      <Choice label="Plan" options={PLAN_OPTIONS} value={plan} onChange={setPlan} />
      <fieldset className={styles.models}>
        <legend>Models that need access</legend>
        {GATED.map((model) => (
          <CheckField
            key={model}
            label={model}
            checked={access.includes(model)}
            onChange={({ target }) => toggle(model, target.checked)}
          />
        ))}
      </fieldset>
      {change.error && <ErrorNotice error={change.error} />}
      <Button type="submit" kind="primary" busy={change.isPending}>
        Save
      </Button>
    </form>
  );
}
