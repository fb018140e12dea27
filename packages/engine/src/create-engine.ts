import { createHash } from 'node:crypto';
import type { PersonAnalysis, ProductAnalysis } from './analysis.ts';
import { stoppable } from './checkpoint.ts';
import type { Engine, EngineOptions } from './engine.ts';
import { loadNets, type Nets, releaseNets } from './models/nets.ts';
import { netLoader } from './models/sessions.ts';
import { type Analyses, analysesBy } from './pipelines/analyses.ts';
import { animate } from './pipelines/animate.ts';
import { cutOut } from './pipelines/cut-out.ts';
import { edit } from './pipelines/edit.ts';
import { film } from './pipelines/film.ts';
import { generate } from './pipelines/generate.ts';
import { inpaint } from './pipelines/inpaint.ts';
import { readOutfit } from './pipelines/outfit.ts';
import { tryOn } from './pipelines/try-on.ts';
import { upscale } from './pipelines/upscale.ts';
import { RecentlyUsed } from './recently-used.ts';

/** Number of cached analyses: a person takes about 12 MB, a garment about 6. */
const PERSONS_KEPT = 3;
const GARMENTS_KEPT = 6;

/** Loads the nets and returns an engine. Runs must not overlap, so give each engine its own thread. */
export async function createEngine({ threads }: EngineOptions): Promise<Engine> {
  const nets = await loadNets(netLoader(threads));
  return engineOver(nets, recentAnalyses(analysesBy(nets)));
}

/** Keeps the analyses that were used last. */
function recentAnalyses(made: Analyses): Analyses {
  const persons = new RecentlyUsed<PersonAnalysis>(PERSONS_KEPT);
  const garments = new RecentlyUsed<ProductAnalysis>(GARMENTS_KEPT);
  return {
    ...made,
    person: (bytes) => persons.get(keyOf(bytes), () => made.person(bytes)),
    garment: (input) => garments.get(`${keyOf(input.bytes)} ${input.category ?? ''}`, () => made.garment(input)),
  };
}

/** The engine over loaded nets, which it releases when it is closed. `analyses` may remember photos. */
export function engineOver(nets: Nets, analyses: Analyses): Engine {
  return {
    tryOn: (request, control = {}) =>
      stoppable(control.signal, async () => (await tryOn(request, analyses, control)).result),
    readOutfit: (request, control = {}) => stoppable(control.signal, () => readOutfit(request, analyses)),
    animate: (request, control = {}) => stoppable(control.signal, () => animate(request, analyses, control)),
    edit: (request, control = {}) => stoppable(control.signal, () => edit(request, analyses, control)),
    film: (request, control = {}) => stoppable(control.signal, () => film(request, analyses, control)),
    generate: (request, control = {}) => stoppable(control.signal, () => generate(request, analyses, control)),
    inpaint: (request, control = {}) => stoppable(control.signal, () => inpaint(request, control)),
    cutOut: (request, control = {}) => stoppable(control.signal, () => cutOut(request, nets)),
    upscale: (request, control = {}) => stoppable(control.signal, () => upscale(request, nets, control)),
    close: () => releaseNets(nets),
  };
}

function keyOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
