-- Media of the shared library belong to no workspace.
alter table media alter column workspace_id drop not null;
