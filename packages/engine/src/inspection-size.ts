/**
 * Size in pixels within which a picture is inspected; the nets see it smaller still. In its own file, so that importing
 * it does not load the nets.
 */
export const INSPECTION_SIZE = { width: 384, height: 384 };
