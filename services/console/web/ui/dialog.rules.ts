type Edges = { left: number; right: number; top: number; bottom: number }

/** Returns whether a point is on the backdrop, not in the dialog. */
export const isOutside = (
  { left, right, top, bottom }: Edges,
  { clientX, clientY }: { clientX: number; clientY: number },
): boolean => clientX < left || clientX > right || clientY < top || clientY > bottom
