import type { PlatformClient } from '@workspace-platform/client'
import type { Progress } from './progress.ts'

export type Scene = {
  /** A client that is logged in as the owner. */
  owner: PlatformClient
  /** A client without a login, for shop buyers, contest participants and the workflow tool. */
  visitor: PlatformClient
  /** Identifies this run, for names that must be unique. */
  run: string
  /** Returns the date this many days after today, or before it if negative, as `YYYY-MM-DD`. */
  day: (offset: number) => string
  progress: Progress
}

const atOnce = 6

/** Runs work for each item, several at a time, reports progress and returns the results in order. */
export const forEach = async <Item, Result>(
  { progress }: Pick<Scene, 'progress'>,
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> => {
  const results: Result[] = []
  const waiting = items.entries()
  const worker = async () => {
    for (const [index, item] of waiting) {
      results[index] = await work(item, index)
      progress.tick()
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return results
}

/** Returns the item at an index. Starts over after the last item. */
export const pick = <Item>(items: readonly Item[], number: number): Item => items[number % items.length]!

export const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index)
