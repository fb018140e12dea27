/**
 * Seen width of a tube of cloth around a body, as a share of its width when it lies flat. An ellipse with a depth of
 * 0.68 widths has half a circumference of 1.33 widths (Ramanujan).
 */
export const SEEN_OF_FLAT = 0.75;
