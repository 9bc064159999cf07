import { expect, test } from 'vitest'
import { createMetrics } from './index.ts'

test('every metric carries the name of its service', async () => {
  const metrics = createMetrics('finance')
  metrics.counter('wp_things_total', 'Things', ['kind']).inc({ kind: 'good' })
  expect(await metrics.registry.metrics()).toContain('wp_things_total{kind="good",service="finance"} 1')
})

test('asking for a metric again gives the same one', () => {
  const metrics = createMetrics('finance')
  expect(metrics.histogram('wp_seconds', 'Time')).toBe(metrics.histogram('wp_seconds', 'Time'))
})

test('two services in one process do not mix their metrics', async () => {
  const [one, other] = [createMetrics('one'), createMetrics('other')]
  one.gauge('wp_level', 'Level').set(1)
  expect(await other.registry.metrics()).not.toContain('wp_level')
})
