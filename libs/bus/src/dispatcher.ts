import type { Delivery } from './pull-consumer.ts'

/** Long enough that it does not come straight back to the replica that stops. */
const returnDelayMs = 100

/**
 * Handles deliveries `concurrent` calls at a time, up to `atOnce` in a call as far as so many wait, but those of one
 * workspace one after the other, in their order. Once `signal` is aborted nothing new begins. `deliver`
 * never fails.
 */
export const createDispatcher = (
  deliver: (deliveries: readonly Delivery[]) => Promise<void>,
  { concurrent, atOnce }: { concurrent: number; atOnce: number },
  signal: AbortSignal,
  onDone: () => void,
) => {
  const running = new Set<Promise<void>>()
  const busy = new Set<string>()
  let waiting: { workspace: string; delivery: Delivery }[] = []
  let runningCount = 0

  const returnAll = (): void => {
    for (const { delivery } of waiting.splice(0)) delivery.nak(returnDelayMs)
  }

  /** Begins with those whose workspace nobody is at, oldest first; false when there are none. */
  const beginBatch = (): boolean => {
    const batch: Delivery[] = []
    const workspaces = new Set<string>()
    const left: typeof waiting = []
    for (const each of waiting)
      if (batch.length < atOnce && !busy.has(each.workspace)) {
        batch.push(each.delivery)
        workspaces.add(each.workspace)
      } else left.push(each)
    waiting = left
    for (const workspace of workspaces) busy.add(workspace)
    if (batch.length > 0) begin(batch, workspaces)
    return batch.length > 0
  }
  const begin = (batch: readonly Delivery[], workspaces: ReadonlySet<string>): void => {
    runningCount += batch.length
    const done = deliver(batch).finally(() => {
      running.delete(done)
      runningCount -= batch.length
      for (const workspace of workspaces) busy.delete(workspace)
      beginMore()
      onDone()
    })
    running.add(done)
  }
  const beginMore = (): void => {
    if (signal.aborted) return returnAll()
    while (waiting.length > 0 && running.size < concurrent && beginBatch());
  }

  return {
    /** How many are here, at work or waiting. */
    size: () => waiting.length + runningCount,
    dispatch: (delivery: Delivery): void => {
      waiting.push({ workspace: workspaceOf(delivery), delivery })
      beginMore()
    },
    /** Gives what has not begun back to the server, so that it does not wait there for its time to run out. */
    returnWaiting: returnAll,
    whenIdle: async (): Promise<void> => {
      while (running.size > 0) await Promise.all(running)
    },
  }
}

const workspaceOf = ({ text }: Delivery): string => {
  const [, workspaceId] = /"workspaceId":"([0-9a-f]{24})"/.exec(text.slice(0, 300)) ?? []
  return workspaceId ?? ''
}
