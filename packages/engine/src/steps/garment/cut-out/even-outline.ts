import { checkpoint } from '../../../checkpoint.ts';
import type { Raster } from '../../../pixels/raster.ts';

/** Rounds of the solver: from an answer that is nearly right, more of them change nothing that is seen. */
const ROUNDS = 60;
/** Step of both halves of the solver: with it they converge (step² · 8 ≤ 1). */
const STEP = 0.35;
/**
 * Difference of neighbouring colours, in byte steps and all channels together, at which an outline costs less than a
 * half, and the least it costs.
 */
const EDGE = 25;
const COST_MIN = 0.1;
/** What of a pixel's own evidence counts against the length of an outline. */
const EVIDENCE = 0.08;

/**
 * Parts a picture so that each pixel follows its evidence (above 0: inside; log odds) while the outline is short and
 * runs along edges: least total variation weighted by edges (Unger, Pock, Trobin, Cremers & Bischof: TVSeg, 2008),
 * solved as by Chambolle & Pock (2011). `start` holds first shares of 0 to 1. Returns shares of 0 to 1, nearly all of
 * them at the ends.
 */
export function evenOutline(raster: Raster, evidence: Float32Array, start: Float32Array): Float32Array<ArrayBuffer> {
  const { width, height } = raster;
  const cost = costs(raster);
  const share = Float32Array.from(start);
  const ahead = Float32Array.from(start);
  const across = new Float32Array(share.length);
  const down = new Float32Array(share.length);
  for (let round = 0; round < ROUNDS; round++) {
    checkpoint();
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const i = y * width + x;
        const a = across[i] + (x + 1 < width ? STEP * (ahead[i + 1] - ahead[i]) : 0);
        const d = down[i] + (y + 1 < height ? STEP * (ahead[i + width] - ahead[i]) : 0);
        const over = Math.max(1, Math.sqrt(a * a + d * d) / cost[i]);
        across[i] = a / over;
        down[i] = d / over;
      }
    }
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const i = y * width + x;
        const flow = across[i] - (x > 0 ? across[i - 1] : 0) + down[i] - (y > 0 ? down[i - width] : 0);
        const next = Math.min(1, Math.max(0, share[i] + STEP * (flow + EVIDENCE * evidence[i])));
        ahead[i] = 2 * next - share[i];
        share[i] = next;
      }
    }
  }
  return share;
}

/** What an outline through a pixel costs: less along edges. */
function costs({ width, height, data }: Raster): Float32Array<ArrayBuffer> {
  const cost = new Float32Array(width * height);
  for (let i = 0; i < cost.length; i++) {
    const x = i % width;
    const right = x + 1 < width ? i + 1 : i;
    const below = i + width < cost.length ? i + width : i;
    let square = 0;
    for (let c = 0; c < 3; c++) {
      const one = data[right * 3 + c] - data[i * 3 + c];
      const other = data[below * 3 + c] - data[i * 3 + c];
      square += one * one + other * other;
    }
    cost[i] = COST_MIN + (1 - COST_MIN) * Math.exp(-Math.sqrt(square) / EDGE);
  }
  return cost;
}
