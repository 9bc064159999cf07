/**
 * Returns the entries of a changed bucket, and the known ones that are gone without having been deleted: NATS has
 * lost them.
 */
export const keepLost = <Value>(
  known: ReadonlyMap<string, Value>,
  shown: ReadonlyMap<string, Value>,
  deleted: ReadonlySet<string>,
): Map<string, Value> => new Map([...[...known].filter(([key]) => !deleted.has(key)), ...shown])
