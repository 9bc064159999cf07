import type { Delivery } from './stream-reader.ts'

/** Long enough to keep the event from being redelivered to the replica that is stopping. */
const returnDelayMs = 100

/**
 * Returns a dispatcher that makes up to `concurrent` calls to `deliver` at a time, with up to `batchSize` deliveries
 * each. Deliveries for one workspace are handled one after another, in order. No calls start after `signal` is
 * aborted. `deliver` must not fail.
 */
export const createDispatcher = (
  deliver: (deliveries: readonly Delivery[]) => Promise<void>,
  { concurrent, batchSize }: { concurrent: number; batchSize: number },
  signal: AbortSignal,
  onDone: () => void,
) => {
  const running = new Map<Promise<void>, number>()
  const busy = new Set<string>()
  let waiting: { workspace: string; delivery: Delivery }[] = []
  let runningCount = 0

  const returnAll = (): void => {
    for (const { delivery } of waiting.splice(0)) delivery.nak(returnDelayMs)
  }

  /** Starts a batch of deliveries whose workspace is idle, oldest first. Returns false when there are none. */
  const startBatch = (): boolean => {
    const batch: Delivery[] = []
    const workspaces = new Set<string>()
    const left: typeof waiting = []
    for (const each of waiting)
      if (batch.length < batchSize && !busy.has(each.workspace)) {
        batch.push(each.delivery)
        workspaces.add(each.workspace)
      } else left.push(each)
    waiting = left
    for (const workspace of workspaces) busy.add(workspace)
    if (batch.length > 0) start(batch, workspaces)
    return batch.length > 0
  }
  const start = (batch: readonly Delivery[], workspaces: ReadonlySet<string>): void => {
    runningCount += batch.length
    const done = deliver(batch).finally(() => {
      running.delete(done)
      runningCount -= batch.length
      for (const workspace of workspaces) busy.delete(workspace)
      startMore()
      onDone()
    })
    running.set(done, performance.now())
  }
  const startMore = (): void => {
    if (signal.aborted) return returnAll()
    while (waiting.length > 0 && running.size < concurrent && startBatch());
  }

  return {
    /** Returns the number of running and waiting deliveries. */
    size: () => waiting.length + runningCount,
    /** Returns how long the oldest call to `deliver` has been running; 0 when none is. */
    busyMs: (): number => {
      const now = performance.now()
      return now - Math.min(now, ...running.values())
    },
    dispatch: (delivery: Delivery): void => {
      waiting.push({ workspace: workspaceOf(delivery), delivery })
      startMore()
    },
    /**
     * Returns deliveries that have not started to the server, which redelivers them without waiting for the
     * ack timeout.
     */
    returnWaiting: returnAll,
    drained: async (): Promise<void> => {
      while (running.size > 0) await Promise.all(running.keys())
    },
  }
}

const workspaceOf = ({ text }: Delivery): string => {
  const [, workspaceId] = /"workspaceId":"([0-9a-f]{24})"/.exec(text.slice(0, 300)) ?? []
  return workspaceId ?? ''
}
