import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { IconName } from '../components/Icon.tsx';
import { NotFoundPage } from '../pages/not-found/NotFoundPage.tsx';

/** Groups of the navigation, in order. */
export const GROUPS = ['Create', 'Content', 'Workspace'] as const;

/** A page of the studio. */
export interface StudioRoute {
  /**
   * Under `/studio`, but for the page of review links. `:name` stands for a parameter, `*` for any address without a
   * page.
   */
  readonly path: string;
  /** Its heading, and its name in the navigation. */
  readonly title: string;
  /** Mostly loaded when it is first opened. */
  readonly Page: ComponentType | LazyExoticComponent<ComponentType>;
  /** Where it stands in the navigation; absent: it is reached from other pages. */
  readonly navigation?: { readonly group: (typeof GROUPS)[number]; readonly icon: IconName };
  /** Needs no workspace key: the page asks for its own, or is for people who never have one. */
  readonly open?: true | 'always';
}

/** Every page, in the order of the navigation. A new page is one entry here and one folder in `pages`. */
export const ROUTES: readonly StudioRoute[] = [
  {
    path: '/studio/try-on',
    title: 'Try on',
    Page: lazy(async () => ({ default: (await import('../pages/try-on/TryOnPage.tsx')).TryOnPage })),
    navigation: { group: 'Create', icon: 'hanger' },
  },
  {
    path: '/studio/generate',
    title: 'Generate',
    Page: lazy(async () => ({ default: (await import('../pages/generate/GeneratePage.tsx')).GeneratePage })),
    navigation: { group: 'Create', icon: 'sparkle' },
  },
  {
    path: '/studio/images/:id',
    title: 'Edit an image',
    Page: lazy(async () => ({ default: (await import('../pages/image/ImagePage.tsx')).ImagePage })),
  },
  {
    path: '/studio/library',
    title: 'Library',
    Page: lazy(async () => ({ default: (await import('../pages/library/LibraryPage.tsx')).LibraryPage })),
    navigation: { group: 'Content', icon: 'gallery' },
  },
  {
    path: '/studio/assets',
    title: 'Assets',
    Page: lazy(async () => ({ default: (await import('../pages/assets/AssetsPage.tsx')).AssetsPage })),
    navigation: { group: 'Content', icon: 'asset' },
  },
  {
    path: '/studio/looks',
    title: 'Looks',
    Page: lazy(async () => ({ default: (await import('../pages/looks/LooksPage.tsx')).LooksPage })),
    navigation: { group: 'Create', icon: 'look' },
  },
  {
    path: '/studio/assets/import',
    title: 'Import a catalogue',
    Page: lazy(async () => ({ default: (await import('../pages/catalogue/ImportPage.tsx')).ImportPage })),
  },
  {
    path: '/studio/jobs',
    title: 'Jobs',
    Page: lazy(async () => ({ default: (await import('../pages/jobs/JobsPage.tsx')).JobsPage })),
    navigation: { group: 'Workspace', icon: 'job' },
  },
  {
    path: '/studio/credits',
    title: 'Credits',
    Page: lazy(async () => ({ default: (await import('../pages/credits/CreditsPage.tsx')).CreditsPage })),
    navigation: { group: 'Workspace', icon: 'credit' },
  },
  {
    path: '/studio/keys',
    title: 'Keys & usage',
    Page: lazy(async () => ({ default: (await import('../pages/keys/KeysPage.tsx')).KeysPage })),
    navigation: { group: 'Workspace', icon: 'key' },
  },
  {
    path: '/studio/webhooks',
    title: 'Webhooks',
    Page: lazy(async () => ({ default: (await import('../pages/webhooks/WebhooksPage.tsx')).WebhooksPage })),
    navigation: { group: 'Workspace', icon: 'webhook' },
  },
  {
    path: '/studio/admin',
    title: 'Admin',
    Page: lazy(async () => ({ default: (await import('../pages/admin/AdminPage.tsx')).AdminPage })),
    navigation: { group: 'Workspace', icon: 'admin' },
    open: true,
  },
  {
    path: '/studio/collections/:id/export',
    title: 'Export a collection',
    Page: lazy(async () => ({ default: (await import('../pages/export/ExportPage.tsx')).ExportPage })),
  },
  {
    path: '/review/:token',
    title: 'Review',
    Page: lazy(async () => ({ default: (await import('../pages/review/ReviewPage.tsx')).ReviewPage })),
    open: 'always',
  },
  { path: '*', title: 'No such page', Page: NotFoundPage },
];

/** Where `/` leads. */
export const HOME = '/studio/try-on';
