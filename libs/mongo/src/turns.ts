/** Ends a turn, so that the next one in line starts. */
export type EndTurn = () => void

export type Turns = {
  isTaken(key: string): boolean
  /** Waits in line for the key's turn. Returns null when the turn does not come within this time. */
  take(key: string, withinMs: number): Promise<EndTurn | null>
}

/** Returns turns by key; only one caller at a time has the turn of a key. */
export const turnsByKey = (): Turns => {
  const lines = new Map<string, (() => void)[]>()
  const endTurnOf = (key: string): EndTurn => {
    return () => {
      const startNext = lines.get(key)!.shift()
      if (startNext) startNext()
      else lines.delete(key)
    }
  }
  return {
    isTaken: (key) => lines.has(key),
    take: async (key, withinMs) => {
      const line = lines.get(key)
      if (!line) {
        lines.set(key, [])
        return endTurnOf(key)
      }
      return new Promise((resolve) => {
        const start = (): void => {
          clearTimeout(timer)
          resolve(endTurnOf(key))
        }
        const timer = setTimeout(() => {
          line.splice(line.indexOf(start), 1)
          resolve(null)
        }, withinMs)
        line.push(start)
      })
    },
  }
}
