import { newId } from '@wp/kernel'
import type { Metrics } from '@wp/telemetry'
import { defineConsumer } from '../src/index.ts'
import { StepTaken } from './servers.ts'

export const envelope = () => ({
  id: newId(),
  type: StepTaken.type,
  time: '',
  workspaceId: null,
  requestId: null,
  traceparent: null,
})

/** Returns a consumer that collects its events' data. */
export const listener = () => {
  const seen: unknown[] = []
  const consumer = defineConsumer({
    name: 'listener',
    events: [StepTaken],
    handle: async ({ data }) => void seen.push(data),
  })
  return { consumer, seen }
}

/** Returns how many events had each outcome. */
export const outcomesOf = async (metrics: Metrics): Promise<Record<string, number>> =>
  Object.fromEntries(
    [
      ...(await metrics.registry.metrics()).matchAll(
        /^\w*events_handled_total\{.*outcome="(\w+)".*\} (\d+)$/gm,
      ),
    ].map(([, outcome, count]) => [outcome, Number(count)]),
  )

export const numbered = (order: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${order}${index + 1}`)
