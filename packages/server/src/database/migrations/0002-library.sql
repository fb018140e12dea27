-- The library of a workspace is its media, newest first: their IDs rise with time.
drop index media_by_workspace;
create index media_by_workspace on media (workspace_id, id desc);

-- `thumbnail_key` names the bytes of the thumbnail, beside those of the original; null until the first request for it.
alter table media
  add column review text check (review in ('approved', 'rejected')),
  add column reviewed_at timestamptz,
  add column thumbnail_key text,
  add check ((review is null) = (reviewed_at is null));
create index media_reviewed on media (workspace_id, review, id desc) where review is not null;

-- The saved assets that the request of a job named. An asset that was deleted since leaves its ID here.
create table job_assets (
  job_id uuid not null references jobs on delete cascade,
  asset_id uuid not null,
  primary key (job_id, asset_id)
);
create index job_assets_by_asset on job_assets (asset_id, job_id);

-- What people say about an image. `author` is the name that its writer gave.
create table image_comments (
  id uuid primary key,
  media_id uuid not null references media on delete cascade,
  author text,
  text text not null,
  created_at timestamptz not null
);
create index image_comments_by_media on image_comments (media_id, id);

create table collections (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  name text not null,
  created_at timestamptz not null
);
create index collections_by_workspace on collections (workspace_id, id desc);

create table collection_images (
  collection_id uuid not null references collections on delete cascade,
  media_id uuid not null references media on delete cascade,
  added_at timestamptz not null,
  primary key (collection_id, media_id)
);
create index collection_images_by_media on collection_images (media_id);
