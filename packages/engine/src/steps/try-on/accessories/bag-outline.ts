import type { AccessoryAnalysis } from '../../../analysis.ts';
import { findComponents } from '../../../pixels/components.ts';
import type { Box } from '../../../pixels/crop.ts';
import { median } from '../../../pixels/median.ts';
import { maskOf } from '../../../pixels/planes.ts';
import type { Point } from '../../../pixels/raster.ts';
import { topOfBody } from '../../garment/cut-out/top-of-body.ts';
import { boxOfAccessory } from './rigid.ts';

/** The middle of a handle is measured from its top down to this share of the height. */
const APEX_SHARE = 0.02;
/** Half width of the columns that measure the handle's thickness, as a share of the width. */
const GRIP_SHARE = 0.03;

/** The outline of a bag, in pixels of its photo. */
export interface BagOutline {
  readonly box: Box;
  /** The highest place of the handle, where a hand holds it. */
  readonly grip: Point;
  /** Thickness of the handle, or of both together, at the grip; null if the photo shows no opening below it. */
  readonly thickness: number | null;
  /** The bag without its handles. */
  readonly body: Box;
}

/** Measures the outline of a bag that stands upright in its photo. */
export function outlineOfBag(accessory: AccessoryAnalysis): BagOutline {
  const { width, height, data } = accessory.alpha;
  const box = boxOfAccessory(accessory);
  const top = topOfBody(data, width, height);
  const apexBottom = box.top + Math.max(1, Math.round(APEX_SHARE * box.height));
  let [sum, count] = [0, 0];
  for (let y = box.top; y < apexBottom; y++) {
    for (let x = box.left; x < box.left + box.width; x++) {
      if (data[y * width + x] <= 0.5) continue;
      sum += x + 0.5;
      count++;
    }
  }
  const grip = { x: sum / Math.max(1, count), y: box.top };
  let [left, right] = [width, 0];
  for (let y = top; y < box.top + box.height; y++) {
    for (let x = box.left; x < box.left + box.width; x++) {
      if (data[y * width + x] <= 0.5) continue;
      left = Math.min(left, x);
      right = Math.max(right, x + 1);
    }
  }
  return {
    box,
    grip,
    thickness: thicknessAt(accessory, grip, box),
    body: { left, top, width: right - left, height: box.top + box.height - top },
  };
}

/** Height from the top of the handle to the opening below it: the median of the columns around the grip. */
function thicknessAt({ alpha: { width, height, data } }: AccessoryAnalysis, grip: Point, box: Box): number | null {
  const clear = maskOf(data.length, (i) => data[i] <= 0.5);
  const { labels } = findComponents(clear, width, height);
  const outside = new Set([labels[0], labels[width - 1], labels[labels.length - width], labels[labels.length - 1]]);
  const reach = Math.max(1, Math.round(GRIP_SHARE * box.width));
  const found: number[] = [];
  for (let x = Math.round(grip.x) - reach; x <= Math.round(grip.x) + reach; x++) {
    for (let y = box.top + 1; y < box.top + box.height; y++) {
      const label = labels[y * width + x];
      if (!label || outside.has(label)) continue;
      found.push(y - box.top);
      break;
    }
  }
  return found.length > reach ? median(found) : null;
}
