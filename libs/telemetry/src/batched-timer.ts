import type { Histogram } from 'prom-client'

const batchSize = 64
const listenersByMetric = new WeakMap<object, (() => void)[]>()

/** Calls the listener before the metric is read, so that buffered values can be flushed. */
export const onScrape = (metric: object, listener: () => void): void => {
  const known = listenersByMetric.get(metric)
  if (known) return void known.push(listener)
  const listeners = [listener]
  listenersByMetric.set(metric, listeners)
  const collect = (): void => {
    for (const each of listeners) each()
  }
  Object.assign(metric, { collect })
}

/**
 * Returns a function that records observations for one set of labels in batches, which is much cheaper than recording
 * each one.
 */
export const createBatchedTimer = <Label extends string>(
  histogram: Histogram<Label>,
  labels: Record<Label, string>,
): ((seconds: number) => void) => {
  const timer = histogram.labels(labels)
  const buffered = new Float64Array(batchSize)
  let size = 0
  const flush = (): void => {
    for (let i = 0; i < size; i += 1) timer.observe(buffered[i]!)
    size = 0
  }
  onScrape(histogram, flush)
  return (seconds) => {
    buffered[size] = seconds
    size += 1
    if (size === batchSize) flush()
  }
}
