import { Atelier } from '@atelier/client';
import { QueryClientProvider } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react';
import { keep, recall } from '../lib/storage.ts';
import { type Api, apiOf } from './call.ts';
import { newQueryClient } from './query-client.ts';
import { requestOptions } from './request-options.ts';
import { type UploadPicture, uploadsOf } from './upload.ts';

/** Who is signed in, and how to change that. */
export interface Session {
  /** The API key; null: nobody is signed in. */
  readonly key: string | null;
  /** True when the key was refused while it was in use: it was revoked, or its workspace is gone. */
  readonly wasRefused: boolean;
  /** Signs in with a key that the service has just accepted. */
  signIn(key: string, staySignedIn: boolean): void;
  signOut(): void;
}

/** The ways to the service, all with the key of the session. */
interface Connection {
  readonly atelier: Atelier;
  readonly api: Api;
  readonly uploadPicture: UploadPicture;
}

const KEY = 'key';
/** Name of the admin key in the tab's store: who signs out leaves nothing behind. */
export const ADMIN_KEY = 'admin-key';
const SessionContext = createContext<Session | null>(null);
const ConnectionContext = createContext<Connection | null>(null);

function storedKey(): string | null {
  const key = recall('tab', KEY) ?? recall('device', KEY);
  return typeof key === 'string' ? key : null;
}

/** Holds the key for everything below. */
export function SessionProvider({ children }: { readonly children: ReactNode }) {
  const [key, setKey] = useState(storedKey);
  const [wasRefused, setWasRefused] = useState(false);

  const end = useCallback((refused: boolean) => {
    for (const shelf of ['tab', 'device'] as const) keep(shelf, KEY, null);
    if (!refused) keep('tab', ADMIN_KEY, null);
    setWasRefused(refused);
    setKey(null);
  }, []);

  // Signed out, or in, in another tab of this device.
  useEffect(() => {
    const listener = () => setKey(storedKey());
    window.addEventListener('storage', listener);
    return () => window.removeEventListener('storage', listener);
  }, []);

  const session = useMemo<Session>(
    () => ({
      key,
      wasRefused,
      signIn(accepted, staySignedIn) {
        keep(staySignedIn ? 'device' : 'tab', KEY, accepted);
        setWasRefused(false);
        setKey(accepted);
      },
      signOut: () => end(false),
    }),
    [key, wasRefused, end],
  );

  const connection = useMemo<Connection | null>(() => {
    if (key === null) return null;
    const refused = () => end(true);
    const options = requestOptions(key, refused);
    return { atelier: new Atelier(options), api: apiOf(options), uploadPicture: uploadsOf(key, refused) };
  }, [key, end]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: with a new one, nobody sees the answers to another key.
  const queries = useMemo(newQueryClient, [key]);

  return (
    <SessionContext value={session}>
      <ConnectionContext value={connection}>
        <QueryClientProvider client={queries}>{children}</QueryClientProvider>
      </ConnectionContext>
    </SessionContext>
  );
}

/** The session, signed in or not. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error('useSession is called outside SessionProvider');
  return session;
}

/** The client and the typed calls of who is signed in; only below the sign-in. */
export function useConnection(): Connection {
  const connection = use(ConnectionContext);
  if (!connection) throw new Error('useConnection is called while nobody is signed in');
  return connection;
}
