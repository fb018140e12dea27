import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { IconName } from '../components/Icon.tsx';

/** Groups of the navigation, in order. */
export const GROUPS = ['Create', 'Library', 'Workspace'] as const;

/** A page of the studio. */
export interface StudioRoute {
  /** Under `/studio`; `:name` stands for a parameter. */
  readonly path: string;
  /** Loaded when it is first opened. */
  readonly Page: LazyExoticComponent<ComponentType>;
  /** Where it stands in the navigation; absent: it is reached from other pages. */
  readonly navigation?: { readonly group: (typeof GROUPS)[number]; readonly label: string; readonly icon: IconName };
  /** Needs no workspace key: the page asks for its own. */
  readonly open?: true;
}

/** Every page, in the order of the navigation. A new page is one entry here and one folder in `pages`. */
export const ROUTES: readonly StudioRoute[] = [
  {
    path: '/studio/try-on',
    Page: lazy(async () => ({ default: (await import('../pages/try-on/TryOnPage.tsx')).TryOnPage })),
    navigation: { group: 'Create', label: 'Try on', icon: 'hanger' },
  },
  {
    path: '/studio/generate',
    Page: lazy(async () => ({ default: (await import('../pages/generate/GeneratePage.tsx')).GeneratePage })),
    navigation: { group: 'Create', label: 'Generate', icon: 'sparkle' },
  },
  {
    path: '/studio/images/:id',
    Page: lazy(async () => ({ default: (await import('../pages/image/ImagePage.tsx')).ImagePage })),
  },
  {
    path: '/studio/gallery',
    Page: lazy(async () => ({ default: (await import('../pages/gallery/GalleryPage.tsx')).GalleryPage })),
    navigation: { group: 'Library', label: 'Gallery', icon: 'gallery' },
  },
  {
    path: '/studio/assets',
    Page: lazy(async () => ({ default: (await import('../pages/assets/AssetsPage.tsx')).AssetsPage })),
    navigation: { group: 'Library', label: 'Assets', icon: 'asset' },
  },
  {
    path: '/studio/jobs',
    Page: lazy(async () => ({ default: (await import('../pages/jobs/JobsPage.tsx')).JobsPage })),
    navigation: { group: 'Workspace', label: 'Jobs', icon: 'job' },
  },
  {
    path: '/studio/credits',
    Page: lazy(async () => ({ default: (await import('../pages/credits/CreditsPage.tsx')).CreditsPage })),
    navigation: { group: 'Workspace', label: 'Credits', icon: 'credit' },
  },
  {
    path: '/studio/webhooks',
    Page: lazy(async () => ({ default: (await import('../pages/webhooks/WebhooksPage.tsx')).WebhooksPage })),
    navigation: { group: 'Workspace', label: 'Webhooks', icon: 'webhook' },
  },
  {
    path: '/studio/admin',
    Page: lazy(async () => ({ default: (await import('../pages/admin/AdminPage.tsx')).AdminPage })),
    navigation: { group: 'Workspace', label: 'Admin', icon: 'admin' },
    open: true,
  },
];

/** Where `/` leads. */
export const HOME = '/studio/try-on';
