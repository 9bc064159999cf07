/**
 * Returns the entries of a changed bucket, plus known entries that disappeared without being deleted because
 * NATS has lost them.
 */
export const keepLost = <Value>(
  known: ReadonlyMap<string, Value>,
  shown: ReadonlyMap<string, Value>,
  deleted: ReadonlySet<string>,
): Map<string, Value> => new Map([...[...known].filter(([key]) => !deleted.has(key)), ...shown])
