/** Probabilities, which sum to 1, from the logits of a net. */
export function softmax(logits: Float32Array): number[] {
  const largest = Math.max(...logits);
  const shares = Array.from(logits, (value) => Math.exp(value - largest));
  const sum = shares.reduce((total, share) => total + share, 0);
  return shares.map((share) => share / sum);
}

/** The probability of a logit. */
export const sigmoid = (logit: number): number => 1 / (1 + Math.exp(-logit));
