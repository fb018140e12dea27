-- How well a source image shows its asset, 0 to 1, measured when it is linked: work takes the best view.
alter table asset_images add column view_score real not null default 0;
