import { checkpoint } from '../../../checkpoint.ts';
import type { Raster } from '../../../pixels/raster.ts';

/** Rounds of the solver. From a nearly correct start, more of them change nothing visible. */
const ROUNDS = 60;
/** Step of both halves of the solver, small enough to converge (step² · 8 ≤ 1). */
const STEP = 0.35;
/**
 * Difference of neighbouring colours, in byte steps over all channels, that halves the cost of an outline, and the
 * least cost.
 */
const EDGE = 25;
const COST_MIN = 0.1;
/** Weight of a pixel's evidence against the length of an outline. */
const EVIDENCE = 0.08;

/**
 * Divides a picture so that each pixel follows its evidence (log odds, above 0 is inside) with a short outline along
 * edges. It minimises total variation weighted by edges (Unger, Pock, Trobin, Cremers & Bischof: TVSeg, 2008) as
 * Chambolle & Pock (2011) do. `start` holds the first shares, 0 to 1. Returns shares of 0 to 1, nearly all of them 0 or
 * 1.
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

/** Cost of an outline through each pixel, lower along edges. */
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
