/** What something to know is about: its colour, never its only sign. */
export type Tone = 'info' | 'good' | 'warn' | 'bad';
