-- Whose turn it is in each lane: the latest turn given to each workspace.
create table turns (
  lane text not null,
  workspace_id uuid not null references workspaces on delete cascade,
  latest integer not null,
  primary key (lane, workspace_id)
);
-- The latest turn of a lane, for when nothing waits in it.
create index turns_latest on turns (lane, latest desc);
-- Deleting a workspace deletes its turns.
create index turns_workspace on turns (workspace_id);
