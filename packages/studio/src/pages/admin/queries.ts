/** Keys of the cached answers of the admin interface. */
export const ADMIN_QUERIES = {
  workspaces: ['admin', 'workspaces'],
  keys: (workspaceId: string) => ['admin', 'keys', workspaceId],
  engines: ['admin', 'engines'],
} as const;
