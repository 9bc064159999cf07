/**
 * Lets those who want the same thing take turns within this process, in the order they came. It only spares them from
 * meeting in the database, where all but one would have to start again; it guards nothing between replicas.
 */
export const takingTurns = () => {
  const last = new Map<string, Promise<unknown>>()
  return async <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
    const turn = (last.get(key) ?? Promise.resolve()).then(work, work)
    last.set(key, turn)
    try {
      return await turn
    } finally {
      if (last.get(key) === turn) last.delete(key)
    }
  }
}
