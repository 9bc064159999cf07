import { describe, expect, it } from 'vitest'
import { createBatchedTimer, createMetrics, onScrape } from './index.ts'

describe('createMetrics', () => {
  it('adds the service name to every metric', async () => {
    const metrics = createMetrics('finance')
    metrics.counter('wp_things_total', 'Things', ['kind']).inc({ kind: 'good' })
    expect(await metrics.registry.metrics()).toContain('wp_things_total{kind="good",service="finance"} 1')
  })

  it('returns the same metric for the same name', () => {
    const metrics = createMetrics('finance')
    expect(metrics.histogram('wp_seconds', 'Time')).toBe(metrics.histogram('wp_seconds', 'Time'))
  })

  it('keeps the metrics of two services in one process separate', async () => {
    const [one, other] = [createMetrics('one'), createMetrics('other')]
    one.gauge('wp_level', 'Level').set(1)
    expect(await other.registry.metrics()).not.toContain('wp_level')
  })

  it('flushes batched and deferred values when metrics are read', async () => {
    const metrics = createMetrics('finance')
    const seconds = metrics.histogram('wp_seconds', 'Time', ['kind'])
    const record = createBatchedTimer(seconds, { kind: 'good' })
    const recordOther = createBatchedTimer(seconds, { kind: 'other' })
    for (let time = 0; time < 100; time += 1) record(time)
    recordOther(7)
    const things = metrics.counter('wp_things_total', 'Things')
    onScrape(things, () => things.inc(3))
    const text = await metrics.registry.metrics()
    expect(text).toContain('wp_seconds_count{service="finance",kind="good"} 100')
    expect(text).toContain('wp_seconds_sum{service="finance",kind="other"} 7')
    expect(text).toContain('wp_things_total{service="finance"} 3')
  })
})
