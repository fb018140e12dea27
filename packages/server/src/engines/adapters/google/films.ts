import type { JobWarning } from '@atelier/contract';
import Type from 'typebox';
import { filmRatioWarnings, nearestRatio } from '../../inputs.ts';
import type { EngineTask } from '../../port.ts';
import { closed } from '../../schemas.ts';

/** Ratios of videos that Google's models make. */
const FILM_RATIOS = ['9:16', '16:9'] as const;

/** Operations a video model performs. */
export const FILM_OPERATIONS = ['animate', 'text_to_video'] as const;

/** Length of a video where the order names none, in seconds. */
const DURATION_SECONDS = 5;

const Resolution = Type.String({ pattern: '^([0-9]+p|4k)$', title: 'a resolution such as 720p or 4k' });

/** The option that names the resolution to ask for. */
export const FilmResolutions = closed({ standard: Resolution, high: Resolution });

/** Resolutions where the operator names no others. */
export const FILM_RESOLUTIONS = { standard: '720p', high: '1080p' };

/** The ratio of a video: the nearer one of the two there are. */
export function filmRatio({ size }: Pick<EngineTask, 'size'>): (typeof FILM_RATIOS)[number] {
  return nearestRatio(size, FILM_RATIOS);
}

/** The length to ask for, in seconds: the shortest allowed one that is long enough, else the longest. */
export function filmSeconds({ order }: Pick<EngineTask, 'order'>, allowed: readonly number[]): number {
  const wanted = order.options.durationSeconds ?? DURATION_SECONDS;
  const enough = allowed.filter((seconds) => seconds >= wanted);
  return enough.length > 0 ? Math.min(...enough) : Math.max(...allowed);
}

/** The differences between a video and its order. */
export function filmWarnings(task: Pick<EngineTask, 'order' | 'size'>, seconds: number): readonly JobWarning[] {
  const warnings = filmRatioWarnings(task, FILM_RATIOS);
  if (seconds >= (task.order.options.durationSeconds ?? 0)) return warnings;
  const message = `The engine makes at most ${seconds} seconds of video.`;
  return [...warnings, { code: 'duration_shortened', message }];
}
