import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { repositoryRoot, startPlatform, type Platform } from '@wp/local-platform'
import { cheapHashing, eventually } from '@wp/testing'
import { expect } from 'vitest'
import { parse } from 'yaml'
import { namespace, startPrometheus, type Prometheus } from '../prometheus/prometheus.ts'

/** The service whose own chart release has a rule for its absence. */
export const absentService = 'contests'

export type Scene = {
  platform: Platform
  prometheus: Prometheus
  /** A process reads the shift of its clock, in milliseconds, from the file named after its id. */
  clocksDir: string
  /** Returns the alerts that have fired since the start. */
  fired(): string[]
  /** Waits until all alerts have fired, but at most two and a half minutes. */
  waitForAlerts(alerts: readonly string[]): Promise<void>
  /** Waits until every rule has been evaluated long enough for any alert to fire. */
  waitForVerdict(): Promise<void>
  /** Waits until no alert is firing, or for two and a half minutes. */
  waitForSilence(): Promise<void>
  stop(): Promise<void>
}

const ruleFiles = globSync('helm/*/files/*rule*.yaml', { cwd: repositoryRoot })

/** Returns the rules of the charts as Helm fills them in. */
const readRules = (file: string): string =>
  readFileSync(join(repositoryRoot, file), 'utf8')
    .replaceAll('SERVICE', absentService)
    .replaceAll('NAMESPACE', namespace)

type Rules = { groups: { rules: { alert?: string }[] }[] }

/** The alerts of all charts. */
export const alertsOfCharts = ruleFiles
  .flatMap((file) => (parse(readRules(file)) as Rules).groups)
  .flatMap(({ rules }) => rules.flatMap(({ alert }) => alert ?? []))

/** Durations and windows are divided by this, so that alerts fire during a test. Nothing else changes. */
const haste = 40
const unitMs = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

const hasten = (rules: string): string =>
  rules.replaceAll(
    /(?<=\[|for: )(\d+)([smhd])/g,
    (_, count: string, unit: keyof typeof unitMs) => `${(Number(count) * unitMs[unit]) / haste}ms`,
  )

/** Returns the longest time for which a condition must hold until its alert fires. */
const longestForMs = (rules: string): number =>
  Math.max(...[...rules.matchAll(/for: (\d+)ms/g)].map(([, ms]) => Number(ms)))

/**
 * Allows time for the first scrapes, two of which are needed for rates, and for alerts that read recorded
 * series.
 */
const settleMs = 5000

const pollMs = 500
const patienceMs = 150_000

/** NATS reserves the size of each stream, so a small storage only has room for small streams. */
const storageMb = 12

const settings = (clocksDir: string) => ({
  ...cheapHashing,
  LOG_LEVEL: 'fatal',
  NODE_OPTIONS: `--import=${import.meta.resolve('../../faults/shiftable-clock.mjs')}`,
  SHIFTED_CLOCKS_DIR: clocksDir,
  NATS_STREAM_MB: String(storageMb),
  NATS_STORE_MB: String(storageMb),
  RATE_LIMIT_DEFAULT: '1000000',
  RATE_LIMIT_AUTH: '1000000',
  RATE_LIMIT_SIGNUP: '1000000',
})

/** Lets frozen processes continue: those with this name, or all. The runner may have killed or replaced them. */
export const thaw = (platform: Platform, wanted?: string): void => {
  for (const { name, pid } of platform.processes()) {
    if (pid === undefined || (wanted !== undefined && name !== wanted)) continue
    try {
      process.kill(pid, 'SIGCONT')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}

/** Starts a platform with a Prometheus that evaluates the rules of the charts at a faster pace. */
export const startScene = async (): Promise<Scene> => {
  const folder = mkdtempSync(join(tmpdir(), 'wp-firing-'))
  const clocksDir = join(folder, 'clocks')
  mkdirSync(clocksDir)
  const platform = await startPlatform({
    dataDir: join(folder, 'data'),
    services: ['gateway', 'identity', 'admin-billing', 'scheduling', 'webhooks', absentService],
    env: settings(clocksDir),
  })
  const hastened = ruleFiles.map((file) => ({
    copy: join(folder, basename(file)),
    rules: hasten(readRules(file)),
  }))
  for (const { copy, rules } of hastened) writeFileSync(copy, rules)
  const prometheus = await startPrometheus(
    hastened.map(({ copy }) => copy),
    platform.services,
  )
  const decidedAt = Date.now() + Math.max(...hastened.map(({ rules }) => longestForMs(rules))) + settleMs

  const fired = new Set<string>()
  const ending = new AbortController()
  const watch = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      for (const alert of await prometheus.listFiring().catch(() => [])) fired.add(alert)
      await delay(pollMs, undefined, { signal: ending.signal }).catch(() => undefined)
    }
  }
  const watching = watch()
  const waitUntil = async (isReached: () => boolean | Promise<boolean>): Promise<void> => {
    const deadline = performance.now() + patienceMs
    while (!(await isReached()) && performance.now() < deadline) await delay(pollMs)
  }
  return {
    platform,
    prometheus,
    clocksDir,
    fired: () => [...fired],
    waitForAlerts: (alerts) => waitUntil(() => alerts.every((alert) => fired.has(alert))),
    waitForVerdict: async () => {
      await eventually(async () => expect(await prometheus.lastEvaluation()).toBeGreaterThan(decidedAt), {
        withinMs: patienceMs,
        everyMs: pollMs,
      })
    },
    waitForSilence: () => waitUntil(async () => (await prometheus.listFiring()).length === 0),
    stop: async () => {
      ending.abort()
      await watching
      await prometheus.stop()
      thaw(platform)
      await platform.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
