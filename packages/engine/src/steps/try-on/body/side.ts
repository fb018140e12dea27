/** 0 is the left side of the picture, 1 the right. */
export type Side = 0 | 1;
/** Both sides, left first. */
export const SIDES: readonly Side[] = [0, 1];

/** −1 for the left side of the picture, 1 for the right. */
export const signOf = (side: Side) => (side === 0 ? -1 : 1);
