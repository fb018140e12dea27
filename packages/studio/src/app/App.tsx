import { Suspense, useEffect } from 'react';
import { BrowserRouter, Navigate, Route, Routes, useLocation, useNavigationType } from 'react-router';
import { SessionProvider, useSession } from '../api/session.tsx';
import { Announcer } from '../components/Announcer.tsx';
import { PageTitle } from '../components/PageHeader.tsx';
import { PageSkeleton } from '../components/Skeleton.tsx';
import { SERVICE_PATH } from '../lib/service-path.ts';
import { SignInPage } from '../pages/sign-in/SignInPage.tsx';
import { PageErrors } from './PageErrors.tsx';
import { HOME, ROUTES, type StudioRoute } from './routes.tsx';
import { OpenShell, Shell } from './Shell.tsx';

/** The whole page. */
export function App() {
  return (
    <BrowserRouter basename={SERVICE_PATH}>
      <SessionProvider>
        <Announcer>
          <Routes>
            <Route path="/" element={<Navigate to={HOME} replace />} />
            <Route path="/studio" element={<Navigate to={HOME} replace />} />
            <Route path="/studio/gallery" element={<Navigate to="/studio/library" replace />} />
            {ROUTES.map((route) => (
              <Route key={route.path} path={route.path} element={<Framed route={route} />} />
            ))}
          </Routes>
        </Announcer>
      </SessionProvider>
    </BrowserRouter>
  );
}

/** A page in its frame; nobody sees one that needs a key without signing in. */
function Framed({ route: { Page, title, open } }: { readonly route: StudioRoute }) {
  const { key } = useSession();
  const Frame = key === null || open === 'always' ? OpenShell : Shell;
  if (key === null && !open) return <SignInPage />;
  return (
    <PageTitle value={title}>
      <Frame>
        <Content page={<Page />} />
      </Frame>
    </PageTitle>
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
