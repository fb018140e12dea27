/** Where the time comes from; tests bring their own. */
export interface Clock {
  /** The current moment. */
  now(): Date;
}
