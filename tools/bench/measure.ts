import { fork } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { Pool } from 'undici'

/** A server in its own process, so that its CPU time can be measured. */
export type BenchServer = {
  readonly url: string
  /** The CPU time that all threads have used so far, in microseconds. */
  cpuMicros(): Promise<number>
  stop(): Promise<void>
}

/** Starts the server `name` from `file` as a child process. The file must call `announce`. */
export const startServer = async (file: URL, name: string): Promise<BenchServer> => {
  const child = fork(file, [name], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const answer = async <Message>(): Promise<Message> => {
    const message = new Promise((resolve) => child.once('message', resolve))
    const failure = ended.then((code) => Promise.reject(new Error(`the server "${name}" ended with ${code}`)))
    return (await Promise.race([message, failure])) as Message
  }
  const { url } = await answer<{ url: string }>()
  const ask = async (): Promise<number> => {
    child.send('cpu')
    return (await answer<{ cpuMicros: number }>()).cpuMicros
  }
  // One after the other, because an answer does not say which question it belongs to.
  let last = Promise.resolve(0)
  return {
    url,
    cpuMicros: () => (last = last.then(ask)),
    stop: async () => {
      child.disconnect()
      await ended
    },
  }
}

/** Reports the server's URL to `startServer` in the parent process, and its CPU time on request. */
export const announce = (url: string): void => {
  process.on('disconnect', () => process.exit())
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.({ cpuMicros: user + system })
  })
  process.send?.({ url })
}

export type BenchRequest = {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string
  status: number
}

/** Sends `count` requests over a few connections, cycling through `requests`. Throws for an unexpected status. */
export const drive = async (
  url: string,
  requests: readonly BenchRequest[],
  count: number,
  connections = 8,
): Promise<void> => {
  const pool = new Pool(url, { connections, pipelining: 1 })
  let next = 0
  const work = async (): Promise<void> => {
    while (next < count) {
      const request = requests[next % requests.length]!
      next += 1
      const { status, ...options } = request
      const reply = await pool.request({ ...options, body: options.body ?? null })
      const text = await reply.body.text()
      if (reply.statusCode !== status)
        throw new Error(
          `${request.method} ${request.path} answered ${reply.statusCode}: ${text.slice(0, 300)}`,
        )
    }
  }
  try {
    await Promise.all(Array.from({ length: connections }, work))
  } finally {
    await pool.close()
  }
}

/**
 * Returns the server's CPU time per request, in microseconds. Sends some unmeasured requests first, because an idle
 * process collects garbage and has cold caches.
 */
export const cpuPerRequest = async (
  server: BenchServer,
  requests: readonly BenchRequest[],
  count: number,
): Promise<number> => {
  await drive(server.url, requests, Math.ceil(count / 3))
  const before = await server.cpuMicros()
  await drive(server.url, requests, count)
  return ((await server.cpuMicros()) - before) / count
}

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** Returns the median ratio over all rounds, which reduces the influence of a busy machine. */
export const ratio = (of: readonly number[], to: readonly number[]): number =>
  median(of.map((value, round) => value / to[round]!))

/** Measures every subject once per round, in reverse order in every second round. */
export const alternate = async <Name extends string>(
  subjects: Readonly<Record<Name, () => number | Promise<number>>>,
  rounds = 7,
): Promise<Record<Name, number[]>> => {
  const names = Object.keys(subjects) as Name[]
  const results = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>
  for (let round = 0; round < rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed())
      results[name].push(await subjects[name]())
  }
  return results
}

/** A goal and its measured value, usually the ratio of two results of the same run. */
export type Goal = {
  readonly goal: string
  readonly value: number
  readonly atLeast?: number
  readonly atMost?: number
}

export type Report = {
  readonly id: string
  readonly title: string
  readonly unit: string
  readonly results: Readonly<Record<string, readonly number[]>>
  readonly goals: readonly Goal[]
  /** Explains the figures in docs/performance.md, for example why a goal cannot be reached. */
  readonly note?: string
}

export const isMet = ({
  value,
  atLeast = Number.NEGATIVE_INFINITY,
  atMost = Number.POSITIVE_INFINITY,
}: Goal): boolean => value >= atLeast && value <= atMost

/** A stored report with the machine and date of the measurement. */
export type StoredReport = Report & { at: string; machine: { node: string; cpu: string; cores: number } }

const reportsFile = new URL('../../docs/performance.json', import.meta.url)

/** Returns the last report of each part, by id. */
export const readReports = (): Record<string, StoredReport> =>
  JSON.parse(readFileSync(reportsFile, 'utf8')) as Record<string, StoredReport>

const storeReport = (report: StoredReport): void => {
  const lines = Object.entries({ ...readReports(), [report.id]: report })
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, stored]) => `  ${JSON.stringify(id)}: ${JSON.stringify(stored)}`)
  writeFileSync(reportsFile, `{\n${lines.join(',\n')}\n}\n`)
}

/** Prints the table, stores the report in `docs/performance.json` and sets exit code 1 when a goal is missed. */
export const report = async ({ id, title, unit, results, goals, note }: Report): Promise<void> => {
  const rows = Object.entries(results).map(([subject, values]) => ({
    subject,
    [`median (${unit})`]: round(median(values)),
    lowest: round(Math.min(...values)),
    highest: round(Math.max(...values)),
  }))
  console.log(
    `\n${title} (${Object.values(results)[0]?.length ?? 0} alternating rounds, Node ${process.versions.node})`,
  )
  console.table(rows)
  if (goals.length > 0)
    console.table(
      goals.map((goal) => ({
        goal: goal.goal,
        value: round(goal.value),
        target: wanted(goal),
        met: isMet(goal),
      })),
    )
  if (note !== undefined) console.log(note)
  const machine = { node: process.versions.node, cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length }
  storeReport({ id, title, unit, machine, at: new Date().toISOString(), results, goals, note })
  if (!goals.every(isMet)) process.exitCode = 1
}

export const wanted = ({ atLeast, atMost }: Goal): string =>
  atLeast === undefined ? `≤ ${atMost}` : `≥ ${atLeast}`

export const round = (value: number): number => Number(value.toPrecision(4))
