export { fileFinder, filesBySku } from './files.ts';
export {
  type ImportEnd,
  type ImportOptions,
  importCatalogue,
  type PictureFile,
  type ProductOutcome,
} from './import.ts';
export {
  type CatalogueMapping,
  isListField,
  MAPPING_FIELDS,
  type MappingField,
  parseMapping,
} from './mapping.ts';
export type { CataloguePicture } from './pictures.ts';
export type { CatalogueProblem } from './problem.ts';
export { type Catalogue, type CatalogueProduct, readCatalogue, readProducts } from './read.ts';
export { problemsOf, reportCsv } from './report.ts';
export type { CatalogueKind } from './shops.ts';
export { CatalogueError, readTable, type Table } from './table.ts';
