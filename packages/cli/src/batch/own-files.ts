/** The name of sheets; no row has it. */
export const SHEET_NAME = 'contact-sheet';

/** Stands between a name and the number that tells its files apart: no row's name holds it, so that no two meet. */
export const NUMBER_MARK = '~';
