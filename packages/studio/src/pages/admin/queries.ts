/** Keys of what is kept of the admin interface's answers. */
export const ADMIN_QUERIES = {
  workspaces: ['admin', 'workspaces'],
  keys: (workspaceId: string) => ['admin', 'keys', workspaceId],
  engines: ['admin', 'engines'],
} as const;
