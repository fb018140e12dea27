import { createContext, type ReactNode, use, useMemo, useState } from 'react';
import { type Api, apiOf } from '../../api/call.ts';
import { requestOptions } from '../../api/request-options.ts';
import { ADMIN_KEY } from '../../api/session.tsx';
import { keep, recall } from '../../lib/storage.ts';

/** Who may administer, and how to change that. */
interface AdminSession {
  /** The admin key; null: none was given. */
  readonly key: string | null;
  /** True when the service no longer accepts the key that was in use. */
  readonly wasRefused: boolean;
  /** Calls with that key; null without one. */
  readonly api: Api | null;
  open(key: string): void;
  close(): void;
}

const AdminContext = createContext<AdminSession | null>(null);

/** Holds the admin key, for this tab alone: it opens every workspace. */
export function AdminSessionProvider({ children }: { readonly children: ReactNode }) {
  const [key, setKey] = useState(storedKey);
  const [wasRefused, setWasRefused] = useState(false);
  const session = useMemo<AdminSession>(() => {
    const end = (refused: boolean) => {
      keep('tab', ADMIN_KEY, null);
      setWasRefused(refused);
      setKey(null);
    };
    return {
      key,
      wasRefused,
      api: key === null ? null : apiOf(requestOptions(key, () => end(true))),
      open(accepted) {
        keep('tab', ADMIN_KEY, accepted);
        setWasRefused(false);
        setKey(accepted);
      },
      close: () => end(false),
    };
  }, [key, wasRefused]);
  return <AdminContext value={session}>{children}</AdminContext>;
}

function storedKey(): string | null {
  const key = recall('tab', ADMIN_KEY);
  return typeof key === 'string' ? key : null;
}

/** The admin session, with or without a key. */
export function useAdminSession(): AdminSession {
  const session = use(AdminContext);
  if (!session) throw new Error('useAdminSession is called outside AdminSessionProvider');
  return session;
}

/** Calls of the admin interface; only below the form that asks for the key. */
export function useAdminApi(): Api {
  const { api } = useAdminSession();
  if (!api) throw new Error('useAdminApi is called before a key was given');
  return api;
}
