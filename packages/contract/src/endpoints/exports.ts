import { BODY_ERRORS, endpoint } from '../endpoint.ts';
import {
  ExportFormat,
  ExportFormatChange,
  ExportFormatCreation,
  ExportFormatList,
} from '../resources/export-format.ts';
import { closed, oneOf, optional, Type, uuid } from '../schema.ts';

const formatParams = closed({ id: uuid('ID of a format of your own.') });

/** The common parts of every request. */
const EXPORTS = { interface: 'v1', auth: 'workspace' } as const;

export const listExportFormats = endpoint({
  ...EXPORTS,
  id: 'listExportFormats',
  method: 'GET',
  path: '/v1/export-formats',
  summary: 'List the export formats',
  status: 200,
  response: { description: 'The built-in formats, then those of the workspace by name.', schema: ExportFormatList },
  errors: ['invalid_request'],
});

export const createExportFormat = endpoint({
  ...EXPORTS,
  id: 'createExportFormat',
  method: 'POST',
  path: '/v1/export-formats',
  summary: 'Create an export format of your own',
  description: 'Give a size, a ratio, or neither to keep the size of each image.',
  body: ExportFormatCreation,
  example: { name: 'lookbook', aspect_ratio: '4:5', file_format: 'webp', file_name: '{sku}-{n}' },
  status: 201,
  response: { description: 'The format.', schema: ExportFormat },
  errors: BODY_ERRORS,
});

export const changeExportFormat = endpoint({
  ...EXPORTS,
  id: 'changeExportFormat',
  method: 'PATCH',
  path: '/v1/export-formats/{id}',
  summary: 'Change an export format',
  params: formatParams,
  body: ExportFormatChange,
  example: { quality: 85 },
  status: 200,
  response: { description: 'The changed format.', schema: ExportFormat },
  errors: [...BODY_ERRORS, 'not_found'],
});

export const deleteExportFormat = endpoint({
  ...EXPORTS,
  id: 'deleteExportFormat',
  method: 'DELETE',
  path: '/v1/export-formats/{id}',
  summary: 'Delete an export format',
  params: formatParams,
  status: 204,
  response: { description: 'It is gone.' },
  errors: ['invalid_request', 'not_found'],
});

export const exportCollection = endpoint({
  ...EXPORTS,
  id: 'exportCollection',
  method: 'GET',
  path: '/v1/collections/{id}/export',
  summary: 'Export the images of a collection as a ZIP',
  description:
    'A ZIP with one file for each image, newest first, and the table `images.csv`. For an image that cannot be exported, the table has the reason. Videos are left out.',
  params: closed({ id: uuid('Collection ID.') }),
  query: closed({
    format: optional(
      Type.String({
        minLength: 1,
        maxLength: 60,
        description: 'Name of an export format. Absent: JPEGs in the size of each image.',
      }),
    ),
    review: optional(oneOf(['approved'], { description: 'Only images with this decision.' })),
  }),
  status: 200,
  response: { description: 'The ZIP.', mediaType: 'application/zip' },
  errors: ['invalid_request', 'not_found'],
});
