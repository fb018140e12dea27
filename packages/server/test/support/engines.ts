import type { EngineControl, EngineOutcome, EngineTask, LocalEngine } from '../../src/engines/port.ts';
import type { InspectPicture } from '../../src/moderation/picture-rules.ts';

/** An engine in place of the embedded one: answers as the test says, and counts its runs. */
export function scriptedEngine(
  answer: (task: EngineTask, control: EngineControl, run: number) => Promise<EngineOutcome>,
): LocalEngine & { readonly runs: () => number } {
  let runs = 0;
  return {
    kind: 'local',
    name: 'scripted',
    serves: () => true,
    run: (task, control) => {
      runs += 1;
      return answer(task, control, runs);
    },
    readOutfit: async ({ pictures }) => {
      const garments = pictures.filter(({ role }) => role === 'garment');
      return { kind: 'read', pieces: garments.map(({ bytes }) => ({ category: 'top', photo: bytes })) };
    },
    ready: async () => {},
    close: async () => {},
    runs: () => runs,
  };
}

/** An engine that a test changes while its service runs. */
export function changingEngine(): LocalEngine & { become(engine: LocalEngine): void } {
  let current: LocalEngine = idleEngine();
  return {
    ...current,
    run: (task, control) => current.run(task, control),
    become: (engine) => {
      current = engine;
    },
  };
}

/** Makes a picture of one colour at once. */
export function idleEngine(): LocalEngine {
  return scriptedEngine(async () => onePixel());
}

/** The smallest outcome that is a picture; of an inpaint it is the first pixel. */
export function onePixel(): Extract<EngineOutcome, { kind: 'made' }> {
  const place = { left: 0, top: 0, width: 1, height: 1 };
  const rgb = new Uint8Array([200, 60, 60]);
  return { kind: 'made', output: { kind: 'pixels', width: 1, height: 1, rgb, place }, warnings: [] };
}

/** Finds nothing in any picture, at once. */
export const seesNothing: InspectPicture = async () => ({ content: { porn: 0, hentai: 0, sexy: 0 }, person: null });
