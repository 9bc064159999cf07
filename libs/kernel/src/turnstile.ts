/** Lets `most` in at once; the others wait their turn, in order. */
export const turnstile = (most: number) => {
  let inside = 0
  const waiting: (() => void)[] = []
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (inside < most) inside += 1
    else await new Promise<void>((enter) => void waiting.push(enter))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else inside -= 1
    }
  }
}
