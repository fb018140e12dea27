/**
 * Size in pixels within which a picture is inspected: the nets see it smaller still. Apart from all else, for whoever
 * makes pictures small and has no nets.
 */
export const INSPECTION_SIZE = { width: 384, height: 384 };
