import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'

/** A service's metrics. Requesting the same name twice returns the same metric. */
export type Metrics = {
  readonly registry: Registry
  counter<Label extends string = never>(name: string, help: string, labels?: readonly Label[]): Counter<Label>
  gauge<Label extends string = never>(name: string, help: string, labels?: readonly Label[]): Gauge<Label>
  histogram<Label extends string = never>(
    name: string,
    help: string,
    labels?: readonly Label[],
    buckets?: readonly number[],
  ): Histogram<Label>
}

/** Histogram buckets from half a millisecond to the gateway's default timeout for a service. */
const secondsBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15]

/** With more samples, sampling would be most of an idle process's work. */
const eventLoopSampleMs = 200

/**
 * Returns a registry whose metrics have the service's name as a label. `process: true` adds Node's metrics (memory,
 * event loop, garbage collection).
 */
export const createMetrics = (service: string, options: { process?: boolean } = {}): Metrics => {
  const registry = new Registry()
  registry.setDefaultLabels({ service })
  if (options.process)
    collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: eventLoopSampleMs })

  const getOrCreate = <Metric>(name: string, create: () => Metric): Metric =>
    (registry.getSingleMetric(name) as Metric | undefined) ?? create()

  return {
    registry,
    counter: <Label extends string>(name: string, help: string, labels: readonly Label[] = []) =>
      getOrCreate(name, () => new Counter({ name, help, labelNames: labels, registers: [registry] })),
    gauge: <Label extends string>(name: string, help: string, labels: readonly Label[] = []) =>
      getOrCreate(name, () => new Gauge({ name, help, labelNames: labels, registers: [registry] })),
    histogram: <Label extends string>(
      name: string,
      help: string,
      labels: readonly Label[] = [],
      buckets: readonly number[] = secondsBuckets,
    ) =>
      getOrCreate(
        name,
        () => new Histogram({ name, help, labelNames: labels, buckets: [...buckets], registers: [registry] }),
      ),
  }
}
