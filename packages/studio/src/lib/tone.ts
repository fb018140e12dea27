/** The tone of a notice: its colour, never its only sign. */
export type Tone = 'info' | 'good' | 'warn' | 'bad';
