import { Suspense, useEffect } from 'react';
import { BrowserRouter, Navigate, Route, Routes, useLocation, useNavigationType } from 'react-router';
import { SessionProvider, useSession } from '../api/session.tsx';
import { Announcer } from '../components/Announcer.tsx';
import { PageSkeleton } from '../components/Skeleton.tsx';
import { NotFoundPage } from '../pages/not-found/NotFoundPage.tsx';
import { SignInPage } from '../pages/sign-in/SignInPage.tsx';
import { PageErrors } from './PageErrors.tsx';
import { HOME, ROUTES, type StudioRoute } from './routes.tsx';
import { OpenShell, Shell } from './Shell.tsx';

/** The whole page. */
export function App() {
  return (
    <BrowserRouter>
      <SessionProvider>
        <Announcer>
          <Routes>
            <Route path="/" element={<Navigate to={HOME} replace />} />
            <Route path="/studio" element={<Navigate to={HOME} replace />} />
            {ROUTES.map((route) => (
              <Route key={route.path} path={route.path} element={<Framed route={route} />} />
            ))}
            <Route path="*" element={<InShell>{<NotFoundPage />}</InShell>} />
          </Routes>
        </Announcer>
      </SessionProvider>
    </BrowserRouter>
  );
}

/** A page in its frame; nobody sees one that needs a key without signing in. */
function Framed({ route: { Page, open } }: { readonly route: StudioRoute }) {
  const { key } = useSession();
  if (open && key === null) {
    return (
      <OpenShell>
        <Content page={<Page />} />
      </OpenShell>
    );
  }
  return (
    <InShell>
      <Page />
    </InShell>
  );
}

function InShell({ children }: { readonly children: React.ReactNode }) {
  const { key } = useSession();
  if (key === null) return <SignInPage />;
  return (
    <Shell>
      <Content page={children} />
    </Shell>
  );
}

/** A page, from its top unless the reader goes back to it. Each address has its own: a fault of one stays there. */
function Content({ page }: { readonly page: React.ReactNode }) {
  const { pathname } = useLocation();
  const navigation = useNavigationType();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for every address.
  useEffect(() => {
    if (navigation === 'PUSH') window.scrollTo(0, 0);
  }, [pathname]);
  return (
    <PageErrors key={pathname}>
      <Suspense fallback={<PageSkeleton />}>{page}</Suspense>
    </PageErrors>
  );
}
