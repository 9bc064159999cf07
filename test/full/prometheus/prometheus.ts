import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@wp/embedded-mongo/test/free-port'
import type { Platform } from '@wp/local-platform'
import { eventually } from '@wp/testing'
import { stringify } from 'yaml'

export type Prometheus = {
  /** Returns the number of series in the result of a query. */
  countSeries(query: string): Promise<number>
  /** Returns the firing alerts, each with the service or stream that it names. */
  listFiring(): Promise<string[]>
  /** Replaces the services that are scraped, as when Kubernetes has other pods. */
  setTargets(services: Services): void
  /** Returns when the least recently evaluated rule group was evaluated. */
  lastEvaluation(): Promise<number>
  /** Returns the rules that could not be evaluated, with the reason. */
  listBrokenRules(): Promise<string[]>
  stop(): Promise<void>
}

type Services = Platform['services']

/** The namespace of all targets. */
export const namespace = 'test'

const configuration = (rules: string[], targetsFile: string) => ({
  global: { scrape_interval: '1s', evaluation_interval: '1s' },
  rule_files: rules,
  scrape_configs: [
    {
      job_name: 'workspace-platform',
      honor_labels: true,
      file_sd_configs: [{ files: [targetsFile], refresh_interval: '1s' }],
    },
  ],
})

const targetsOf = (services: Services): string =>
  JSON.stringify(
    Object.entries(services).map(([service, instances]) => ({
      targets: instances.map(({ ops }) => new URL(ops).host),
      labels: { namespace, service },
    })),
  )

type Answer<Data> = { status: string; error?: string; data: Data }
type Labels = { alertname: string; service?: string; upstream?: string; stream?: string }
type Alerts = { alerts: { state: string; labels: Labels }[] }
type RuleGroups = {
  groups: { lastEvaluation: string; rules: { name: string; health: string; lastError?: string }[] }[]
}

/** Starts Prometheus on loopback; it scrapes the services once a second and evaluates the rules. */
export const startPrometheus = async (rules: string[], services: Services): Promise<Prometheus> => {
  const folder = mkdtempSync(join(tmpdir(), 'wp-prometheus-'))
  const config = join(folder, 'prometheus.yml')
  const targetsFile = join(folder, 'targets.json')
  /** Prometheus must not read a partly written file. */
  const setTargets = (wanted: Services): void => {
    writeFileSync(`${targetsFile}.new`, targetsOf(wanted))
    renameSync(`${targetsFile}.new`, targetsFile)
  }
  setTargets(services)
  writeFileSync(config, stringify(configuration(rules, targetsFile)))
  const address = `127.0.0.1:${await freePort()}`
  const child = spawn(
    'prometheus',
    [`--config.file=${config}`, `--storage.tsdb.path=${folder}/data`, `--web.listen-address=${address}`],
    { stdio: 'ignore' },
  )
  const ended = once(child, 'exit')
  const ask = async <Data>(path: string): Promise<Data> => {
    const reply = await fetch(`http://${address}/api/v1/${path}`)
    const answer = (await reply.json()) as Answer<Data>
    if (answer.status !== 'success') throw new Error(`${path}: ${answer.error}`)
    return answer.data
  }
  const prometheus: Prometheus = {
    countSeries: async (query) => {
      const { result } = await ask<{ result: unknown[] }>(`query?query=${encodeURIComponent(query)}`)
      return result.length
    },
    listFiring: async () => {
      const { alerts } = await ask<Alerts>('alerts')
      return alerts
        .filter(({ state }) => state === 'firing')
        .map(({ labels: { alertname, service, upstream, stream } }) =>
          `${alertname} ${service ?? upstream ?? stream ?? ''}`.trim(),
        )
        .toSorted()
    },
    setTargets,
    lastEvaluation: async () => {
      const { groups } = await ask<RuleGroups>('rules')
      return Math.min(...groups.map(({ lastEvaluation }) => Date.parse(lastEvaluation)))
    },
    listBrokenRules: async () => {
      const { groups } = await ask<RuleGroups>('rules')
      return groups
        .flatMap((group) => group.rules)
        .filter(({ health }) => health !== 'ok')
        .map(({ name, health, lastError }) => `${name}: ${health} ${lastError ?? ''}`)
    },
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
  await eventually(() => prometheus.countSeries('up'), { withinMs: 30_000 })
  return prometheus
}
