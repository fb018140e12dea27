-- Where an import found an image of an asset: its address, or the name of its file. An asset has one image of each
-- source, so that a repeated import adds nothing twice.
alter table asset_images add column source text;
create unique index asset_images_by_source on asset_images (asset_id, source) where source is not null;

-- For finding a product by its SKU.
create index assets_by_sku on assets (workspace_id, sku) where sku is not null;
