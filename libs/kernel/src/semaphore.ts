/** Runs at most `limit` pieces of work at once; the others wait, in order. */
export const semaphore = (limit: number) => {
  let running = 0
  const waiting: (() => void)[] = []
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running < limit) running += 1
    else await new Promise<void>((start) => void waiting.push(start))
    try {
      return await work()
    } finally {
      const startNext = waiting.shift()
      if (startNext) startNext()
      else running -= 1
    }
  }
}
