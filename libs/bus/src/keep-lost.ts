/**
 * Returns the entries of a changed bucket. When several have disappeared at once, NATS has probably lost its data,
 * and the known entries are kept. When only one has disappeared, it was deleted.
 */
export const keepLost = <Value>(
  known: ReadonlyMap<string, Value>,
  shown: ReadonlyMap<string, Value>,
): Map<string, Value> => {
  const vanished = [...known.keys()].filter((key) => !shown.has(key))
  return new Map(vanished.length > 1 ? [...known, ...shown] : shown)
}
