import type { ReactNode } from 'react';
import { Link, useHref, useLocation } from 'react-router';
import { useAccountQuery } from '../api/queries.ts';
import { ErrorNotice } from '../components/ErrorNotice.tsx';
import { Icon } from '../components/Icon.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { PageSkeleton } from '../components/Skeleton.tsx';
import { useOnline } from '../lib/use-online.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { CreditsLink } from './CreditsLink.tsx';
import { Navigation, TabBar } from './Navigation.tsx';
import { HOME } from './routes.tsx';
import styles from './Shell.module.css';
import { ThemeSwitch } from './ThemeSwitch.tsx';

/** The frame of every page of a signed-in user. The page itself waits for the account, so it can rely on it. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const { data: account, error, refetch } = useAccountQuery();
  return (
    <div className={styles.shell}>
      <SkipLink />
      <aside className={styles.side}>
        <Wordmark />
        <Navigation />
      </aside>
      <header className={styles.top}>
        <Wordmark />
        {account?.sandbox && (
          <p className={styles.sandbox}>
            Sandbox<span>: credits are play money, and results are test cards instead of images</span>
          </p>
        )}
        <span className={styles.gap} />
        {account && <CreditsLink balance={account.balance} />}
        <ThemeSwitch />
        <AccountMenu account={account} />
      </header>
      <main className={styles.main} id="content" tabIndex={-1}>
        <OfflineBanner />
        {account && children}
        {!account && error && (
          <>
            <PageHeader />
            <ErrorNotice error={error} onRetry={() => void refetch()} />
          </>
        )}
        {!account && !error && <PageSkeleton />}
      </main>
      <TabBar />
    </div>
  );
}

/** The frame of a page that needs no workspace key, for who has not signed in with one. */
export function OpenShell({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.open}>
      <SkipLink />
      <header className={styles.top}>
        <Wordmark always />
        <span className={styles.gap} />
        <ThemeSwitch />
      </header>
      <main className={styles.main} id="content" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}

function SkipLink() {
  // With the page's own address: a fragment alone would be one of the page's `<base>`.
  const content = useHref({ ...useLocation(), hash: '#content' });
  return (
    <a className={styles.skip} href={content}>
      Skip to the content
    </a>
  );
}

function Wordmark({ always = false }: { readonly always?: boolean }) {
  return (
    <Link to={HOME} className={styles.wordmark} data-always={always || undefined}>
      Atelier
    </Link>
  );
}

/** Says on every page that the service cannot be reached. */
function OfflineBanner() {
  const online = useOnline();
  if (online) return null;
  return (
    <p className={styles.banner} role="alert">
      <Icon name="offline" /> You are offline. What you enter is kept; it continues when you are online again.
    </p>
  );
}
