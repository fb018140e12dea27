import { useQueryClient } from '@tanstack/react-query';
import { Button } from '../../components/Button.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import styles from './AdminPage.module.css';
import { AskForKey } from './AskForKey.tsx';
import { AdminSessionProvider, useAdminSession } from './admin-session.tsx';
import { Engines } from './Engines.tsx';
import { Workspaces } from './Workspaces.tsx';

/** The operator's page: workspaces with their keys and credits, and engines. It signs in with the admin key. */
export function AdminPage() {
  return (
    <AdminSessionProvider>
      <Content />
    </AdminSessionProvider>
  );
}

function Content() {
  const { key, close } = useAdminSession();
  const queries = useQueryClient();
  if (key === null)
    return (
      <>
        <PageHeader>Workspaces, keys, credits and engines of this service.</PageHeader>
        <AskForKey />
      </>
    );

  function leave() {
    queries.removeQueries({ queryKey: ['admin'] });
    close();
  }
  return (
    <>
      <PageHeader
        actions={
          <Button icon="left" onClick={leave}>
            Close admin
          </Button>
        }
      >
        Workspaces, keys, credits and engines of this service.
      </PageHeader>
      <div className={styles.page}>
        <Workspaces />
        <Engines />
      </div>
    </>
  );
}
