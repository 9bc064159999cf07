import type { PlatformClient } from '@workspace-platform/client'
import type { Progress } from './progress.ts'

/** Shared by all parts of the demo. */
export type Scene = {
  /** Logged in as the owner. */
  owner: PlatformClient
  /** Not logged in: shop buyers, contest participants, the workflow tool. */
  visitor: PlatformClient
  /** Different in every run. */
  run: string
  /** The days before (negative) and after today as `YYYY-MM-DD`. */
  day: (offset: number) => string
  progress: Progress
}

const atOnce = 6

/** Runs the work for each item, several at a time, reports progress and returns the results in order. */
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

/** Returns an item by number, starting over at the end. */
export const pick = <Item>(items: readonly Item[], number: number): Item => items[number % items.length]!

export const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index)
