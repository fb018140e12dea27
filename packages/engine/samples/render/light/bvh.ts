/**
 * Bounding volume hierarchy over triangles, built with the binned surface-area heuristic
 * (Wald, "On fast construction of SAH-based bounding volume hierarchies", 2007).
 */
export interface Hierarchy {
  /** Six numbers a node: low corner, high corner. */
  readonly bounds: Float32Array;
  /**
   * Two numbers a node. Leaf: first place in `order`, triangle count. Inner: index of the second child (the first
   * follows), 0.
   */
  readonly links: Int32Array;
  /** Triangle numbers in leaf order. */
  readonly order: Uint32Array;
}

const binCount = 16;
const leafTriangles = 4;

/** Axis-aligned box as [low x, y, z, high x, y, z]. */
type Box = Float64Array;

const emptyBox = (): Box => Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);

/** Widens `box` to hold the box at `boxes[index]`. */
function include(box: Box, boxes: ArrayLike<number>, index: number): void {
  for (let axis = 0; axis < 3; axis++) {
    if (boxes[index * 6 + axis] < box[axis]) box[axis] = boxes[index * 6 + axis];
    if (boxes[index * 6 + 3 + axis] > box[3 + axis]) box[3 + axis] = boxes[index * 6 + 3 + axis];
  }
}

/** Half the surface area of a box, 0 for an empty one. */
function halfArea(box: Box): number {
  const [dx, dy, dz] = [box[3] - box[0], box[4] - box[1], box[5] - box[2]];
  return dx < 0 ? 0 : dx * dy + dy * dz + dz * dx;
}

/** Boxes of all triangles, six numbers each. */
function triangleBoxes(positions: Float32Array, triangles: Uint32Array): Float32Array {
  const count = triangles.length / 3;
  const boxes = new Float32Array(count * 6);
  for (let t = 0; t < count; t++) {
    for (let axis = 0; axis < 3; axis++) {
      const [a, b, c] = [0, 1, 2].map((corner) => positions[triangles[t * 3 + corner] * 3 + axis]);
      boxes[t * 6 + axis] = Math.min(a, b, c);
      boxes[t * 6 + 3 + axis] = Math.max(a, b, c);
    }
  }
  return boxes;
}

/** Where to split a node: the axis, and the centre value that divides its triangles. */
interface Split {
  readonly axis: number;
  readonly at: number;
  readonly cost: number;
}

/** Cheapest of the bin borders along one axis. `centres` is the box of the triangle centres. */
function bestSplit(
  boxes: Float32Array,
  order: Uint32Array,
  from: number,
  to: number,
  centres: Box,
  axis: number,
): Split {
  const span = centres[3 + axis] - centres[axis];
  const bins = Array.from({ length: binCount }, emptyBox);
  const counts = new Float64Array(binCount);
  for (let i = from; i < to; i++) {
    const centre = (boxes[order[i] * 6 + axis] + boxes[order[i] * 6 + 3 + axis]) / 2;
    const bin = Math.min(binCount - 1, Math.floor(((centre - centres[axis]) / span) * binCount));
    include(bins[bin], boxes, order[i]);
    counts[bin]++;
  }
  const rightArea = new Float64Array(binCount);
  const grown = emptyBox();
  for (let bin = binCount - 1; bin > 0; bin--) {
    include(grown, bins[bin], 0);
    rightArea[bin] = halfArea(grown);
  }
  const left = emptyBox();
  let [best, leftCount] = [{ axis, at: 0, cost: Infinity } as Split, 0];
  for (let bin = 0; bin < binCount - 1; bin++) {
    include(left, bins[bin], 0);
    leftCount += counts[bin];
    const cost = halfArea(left) * leftCount + rightArea[bin + 1] * (to - from - leftCount);
    if (leftCount > 0 && leftCount < to - from && cost < best.cost)
      best = { axis, at: centres[axis] + (span * (bin + 1)) / binCount, cost };
  }
  return best;
}

/** Moves the triangles below the split to the front of the range; returns where the others begin. */
function partition(boxes: Float32Array, order: Uint32Array, from: number, to: number, split: Split): number {
  let middle = from;
  for (let i = from; i < to; i++) {
    const centre = (boxes[order[i] * 6 + split.axis] + boxes[order[i] * 6 + 3 + split.axis]) / 2;
    if (centre >= split.at) continue;
    [order[i], order[middle]] = [order[middle], order[i]];
    middle++;
  }
  return middle;
}

/** Box of the triangles in a range, and box of their centres. */
function rangeBoxes(boxes: Float32Array, order: Uint32Array, from: number, to: number): { whole: Box; centres: Box } {
  const whole = emptyBox();
  const centres = emptyBox();
  for (let i = from; i < to; i++) {
    include(whole, boxes, order[i]);
    for (let axis = 0; axis < 3; axis++) {
      const centre = (boxes[order[i] * 6 + axis] + boxes[order[i] * 6 + 3 + axis]) / 2;
      if (centre < centres[axis]) centres[axis] = centre;
      if (centre > centres[3 + axis]) centres[3 + axis] = centre;
    }
  }
  return { whole, centres };
}

/** Builds the hierarchy of a triangle list. */
export function buildHierarchy(positions: Float32Array, triangles: Uint32Array): Hierarchy {
  const boxes = triangleBoxes(positions, triangles);
  const order = Uint32Array.from({ length: triangles.length / 3 }, (_, i) => i);
  const bounds: number[] = [];
  const links: number[] = [];
  const build = (from: number, to: number): void => {
    const node = links.length / 2;
    const { whole, centres } = rangeBoxes(boxes, order, from, to);
    bounds.push(...whole);
    links.push(from, to - from);
    if (to - from <= leafTriangles) return;
    const splits = [0, 1, 2]
      .filter((axis) => centres[3 + axis] - centres[axis] > 1e-6)
      .map((axis) => bestSplit(boxes, order, from, to, centres, axis))
      .filter((split) => split.cost < Infinity);
    if (splits.length === 0) return;
    const middle = partition(
      boxes,
      order,
      from,
      to,
      splits.reduce((a, b) => (b.cost < a.cost ? b : a)),
    );
    if (middle === from || middle === to) return;
    build(from, middle);
    links[node * 2] = links.length / 2;
    links[node * 2 + 1] = 0;
    build(middle, to);
  };
  build(0, order.length);
  return { bounds: Float32Array.from(bounds), links: Int32Array.from(links), order };
}
