/** Stands for "no mask anywhere": far beyond any squared distance within a picture. */
const FAR = 1e12;

/**
 * Distance in pixels of each pixel from the nearest one whose mask is not 0: the exact Euclidean transform of
 * Felzenszwalb and Huttenlocher (2012), in time linear in the pixels.
 */
export function distanceTo(mask: ArrayLike<number>, width: number, height: number): Float32Array<ArrayBuffer> {
  const squared = new Float64Array(width * height);
  for (let i = 0; i < squared.length; i++) squared[i] = mask[i] ? 0 : FAR;
  const transform = lineTransform(Math.max(width, height));
  for (let x = 0; x < width; x++) {
    for (let y = 0; y < height; y++) transform.input[y] = squared[y * width + x];
    transform.run(height);
    for (let y = 0; y < height; y++) squared[y * width + x] = transform.output[y];
  }
  const out = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) transform.input[x] = squared[y * width + x];
    transform.run(width);
    for (let x = 0; x < width; x++) out[y * width + x] = Math.sqrt(transform.output[x]);
  }
  return out;
}

/** The lower envelope of parabolas along one line, with its buffers. */
function lineTransform(capacity: number) {
  const input = new Float64Array(capacity);
  const output = new Float64Array(capacity);
  const vertex = new Int32Array(capacity);
  const border = new Float64Array(capacity + 1);
  const run = (count: number) => {
    let k = 0;
    vertex[0] = 0;
    border[0] = Number.NEGATIVE_INFINITY;
    border[1] = Number.POSITIVE_INFINITY;
    for (let q = 1; q < count; q++) {
      let crossing = intersection(input, q, vertex[k]);
      while (crossing <= border[k] && k > 0) crossing = intersection(input, q, vertex[--k]);
      vertex[++k] = q;
      border[k] = crossing;
      border[k + 1] = Number.POSITIVE_INFINITY;
    }
    k = 0;
    for (let q = 0; q < count; q++) {
      while (border[k + 1] < q) k++;
      output[q] = (q - vertex[k]) ** 2 + input[vertex[k]];
    }
  };
  return { input, output, run };
}

function intersection(heights: Float64Array, q: number, v: number): number {
  return (heights[q] + q * q - (heights[v] + v * v)) / (2 * q - 2 * v);
}
