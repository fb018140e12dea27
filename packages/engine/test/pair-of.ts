/** Joints of both sides of the picture at one height, in pixels. */
export const pairOf = (left: number, right: number, y: number) =>
  [
    { x: left, y },
    { x: right, y },
  ] as const;
