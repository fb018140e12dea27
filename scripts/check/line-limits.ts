import { Visitor } from 'oxc-parser';
import type { Breach } from './layers.ts';
import { lineAt, type Source } from './source.ts';

/** Most lines of a function, from its first to its last as they are written: comments and blank lines count. */
const FUNCTION_LINES_MAX = 70;

/** Most lines of a function in the files below. */
const EXCEPTION_LINES_MAX = 100;

/** Files whose functions may have more lines, each with the reason. */
const LONGER: Readonly<Record<string, string>> = {
  'packages/engine/bench/workload.ts': 'a list of cases',
  'packages/engine/src/steps/try-on/fit/fit-torso.ts': 'one chain of points around a torso',
  'packages/engine/src/steps/try-on/fit/fit-trousers.ts': 'one chain of points around two legs',
  'packages/server/src/database/changes.ts': 'the states of one connection',
  'packages/server/src/database/embedded.ts': 'the states of one server process',
  'packages/server/src/database/queue.ts': 'the operations of one queue over its connection',
  'packages/server/src/http/v1/webhooks.ts': 'a list of routes',
  'packages/server/test/support/media-store.ts': 'a list of tests',
  'packages/studio/src/components/pictures/use-uploads.ts': 'one hook with its states',
  'packages/studio/src/pages/admin/GiveCredits.tsx': 'markup of one form',
  'packages/studio/src/pages/assets/NewAsset.tsx': 'markup of one form',
  'packages/studio/src/pages/generate/GeneratePage.tsx': 'markup of one form',
  'packages/studio/src/pages/image/Brush.tsx': 'markup and pointer events of one canvas',
  'packages/studio/src/pages/image/InpaintForm.tsx': 'markup of one form',
  'packages/studio/src/pages/webhooks/WebhookCard.tsx': 'markup of one card',
};

/** Functions that are too long to be read in one go. Tests are lists of cases and may be longer. */
export function checkFunctionLines(sources: readonly Source[]): Breach[] {
  return sources.filter(({ file }) => !/\.test\.tsx?$|\/test\//.test(file)).flatMap(longFunctions);
}

function longFunctions({ file, text, parsed }: Source): Breach[] {
  const most = file in LONGER ? EXCEPTION_LINES_MAX : FUNCTION_LINES_MAX;
  const breaches: Breach[] = [];
  const look = ({ start, end }: { readonly start: number; readonly end: number }) => {
    const lines = text.slice(start, end).split('\n').length;
    if (lines <= most) return;
    breaches.push({ file, line: lineAt(text, start), message: `a function has ${lines} lines; at most ${most}` });
  };
  new Visitor({ FunctionDeclaration: look, FunctionExpression: look, ArrowFunctionExpression: look }).visit(
    parsed.program,
  );
  return breaches;
}
