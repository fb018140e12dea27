-- Formats of exports that a workspace made for itself. `settings` has the shape of ExportSettings, without the name.
create table export_formats (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  name text not null,
  settings jsonb not null,
  created_at timestamptz not null
);
create unique index export_formats_by_name on export_formats (workspace_id, name);

-- Links that show a collection without a key. `token_hash` is the SHA-256 of the secret in the address.
create table review_links (
  id uuid primary key,
  collection_id uuid not null references collections on delete cascade,
  name text not null,
  token_hash bytea not null unique,
  expires_at timestamptz not null,
  created_at timestamptz not null
);
create index review_links_by_collection on review_links (collection_id, id desc);

-- The link that a comment came by; null for one with a key, and once the link was revoked.
alter table image_comments add column review_link_id uuid references review_links on delete set null;
create index image_comments_by_link on image_comments (review_link_id, id) where review_link_id is not null;

-- As rate_windows, for review links.
create unlogged table review_link_windows (
  review_link_id uuid not null references review_links on delete cascade,
  window_start timestamptz not null,
  taken integer not null,
  previous integer not null default 0,
  primary key (review_link_id, window_start)
);
