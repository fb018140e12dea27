-- A version of an image: the job that makes it, and the image it was asked of. Only the unversioned interface makes them.
create table image_versions (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  parent_media_id uuid not null references media on delete cascade,
  job_id uuid not null unique references jobs on delete cascade,
  created_at timestamptz not null
);
create index image_versions_by_parent on image_versions (parent_media_id, id);

-- Bytes whose row is gone. An entry commits with the deletion of the row and goes when the store has removed the bytes.
create table media_removals (
  storage_key text primary key,
  requested_at timestamptz not null
);

-- A media is gone when its row is: its jobs stay as the account of what was charged, its outputs stay, its links go.
alter table media drop column deleted_at;
alter table jobs drop constraint jobs_media_id_fkey, add foreign key (media_id) references media on delete set null;
alter table assets
  drop constraint assets_display_media_id_fkey,
  add foreign key (display_media_id) references media on delete set null;
create index assets_by_display_media on assets (display_media_id) where display_media_id is not null;
alter table jobs drop constraint jobs_check2, add check (status = 'completed' or media_id is null);

-- Set when the unversioned record of the job was deleted; v1 goes on to show the job, without a result.
alter table jobs add column record_deleted_at timestamptz;

-- Pictures of the shared public library belong to no workspace.
alter table media alter column workspace_id drop not null;
