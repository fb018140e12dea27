import type { ChangeNotices } from '../database/changes.ts';

/** Notices of the changes of one thing. Those that come before there is a listener for them are held. */
export interface HeldNotices {
  /** Calls the listener after each change from now on, and at once where one was held. */
  passTo(listener: () => void): void;
  /** Ends the notices. */
  end(): void;
}

/** Begins to hold the notices of the row with the ID. */
export function heldNotices(changes: Pick<ChangeNotices, 'subscribe'>, id: string): HeldNotices {
  let isHeld = false;
  let listener = () => {
    isHeld = true;
  };
  const end = changes.subscribe(id, () => listener());
  return {
    passTo(next) {
      listener = next;
      if (isHeld) next();
    },
    end,
  };
}
