/** A public address that the namespace holds itself: nothing leaves the machine. */
export const PUBLIC_ADDRESS = '93.184.216.34';

/** The outcome of a hostile workspace and its neighbour. */
export interface Outcome {
  /** Look-ups of the hostile workspace that had ended when the neighbour's was answered. */
  readonly answeredNames: number;
  readonly slowNames: number;
  /** Final status of the neighbour's job. */
  readonly status: string;
  /** Jobs of the hostile workspace that had ended by then. */
  readonly endedJobs: number;
  /** Documents that were read at the same time. */
  readonly documents: number;
}
