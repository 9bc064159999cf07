import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '@wp/config'
import { gatewayConfig } from '@wp/gateway/config'
import { allRoutes } from '@wp/gateway/contracts'
import type { RateClass, Route } from '@wp/http'
import { root } from '../root.ts'
import { replacePart, toTable } from './markdown.ts'

/** The cost of one call of an operation with the largest permitted input. */
export type Cost = { cpuMs: number; memoryMb: number; storedKb: number }
export type Costs = { at: string; machine: string; operations: Record<string, Cost> }

export const costsFile = 'docs/costs.json'

/** An operation above one of these needs a rate class other than `default`. */
export const mostPerCall: Cost = { cpuMs: 50, memoryMb: 4, storedKb: 64 }
/** The cost that a rate class or a budget may allow one address per minute: half a processor and 100 MiB. */
const mostPerMinute: Omit<Cost, 'memoryMb'> = { cpuMs: 30_000, storedKb: 100 * 1024 }

/** Operations whose service has a separate budget, and how many of the largest calls it accepts. */
const budgets: Record<string, { calls: number; by: string }> = {
  receiveWebhook: { calls: 99, by: '100 MiB an hour per address' },
  updateJobProgress: { calls: 450, by: '32 MiB a day per workspace' },
}

/** Operations that need more than the membership of a workspace, measured because their work depends on the input. */
const alsoMeasured = ['createPage', 'evaluateDesignResult']

export type MeasuredOperation = { service: string; route: Route }

/** Returns the operations that need no authentication, a login, or the membership of a workspace, and a few others. */
export const measuredOperations = async (): Promise<MeasuredOperation[]> =>
  (await allRoutes()).filter(
    ({ route: { id, access } }) =>
      access.kind === 'open' ||
      access.kind === 'signed-in' ||
      (access.kind === 'workspace' && access.need === 'member') ||
      alsoMeasured.includes(id),
  )

/** Returns the requests per minute and address that the gateway allows by default. */
const quotaOf = (rate: RateClass): number => {
  const config = readConfig(gatewayConfig, {})
  return config[`rateLimit${rate[0]!.toUpperCase()}${rate.slice(1)}` as 'rateLimitDefault']
}

/** Returns the reasons why an operation's cost is not acceptable. */
export const costProblems = ({ id, rate = 'default' }: Pick<Route, 'id' | 'rate'>, cost: Cost): string[] => {
  const high = keysOf(mostPerCall).filter((key) => cost[key] > mostPerCall[key])
  const calls = Math.min(quotaOf(rate), budgets[id]?.calls ?? Number.POSITIVE_INFINITY)
  if (rate === 'default')
    return high.map((key) => `${id} needs a rate class: ${key} is ${cost[key]}, above ${mostPerCall[key]}`)
  return keysOf(mostPerMinute)
    .filter((key) => high.includes(key) && cost[key] * calls > mostPerMinute[key])
    .map(
      (key) =>
        `${id} needs a lower limit: ${key} is ${Math.round(cost[key] * calls)} for ${calls} calls, above ${mostPerMinute[key]}`,
    )
}

const keysOf = <Key extends string>(record: Record<Key, unknown>) => Object.keys(record) as Key[]

/** Returns the stored costs, or an empty result before the first measurement. */
export const readCosts = (): Costs => {
  const file = join(root, costsFile)
  if (!existsSync(file)) return { at: '', machine: '', operations: {} }
  return JSON.parse(readFileSync(file, 'utf8')) as Costs
}

const page = 'docs/security.md'

/** Returns `docs/security.md` with the table of costs. */
export const costsTable = async (): Promise<Record<string, string>> => {
  const { at, machine, operations } = readCosts()
  const rows = (await measuredOperations())
    .toSorted((a, b) => (operations[b.route.id]?.cpuMs ?? 0) - (operations[a.route.id]?.cpuMs ?? 0))
    .map(({ service, route }) => toRow(service, route, operations[route.id]))
  const table = toTable(
    ['Operation', 'Service', 'CPU (ms)', 'Memory (MB)', 'Stored (KiB)', 'Calls a minute'],
    rows,
  )
  return { [page]: replacePart(page, 'costs', `Measured on ${at}, ${machine}.\n\n${table}`) }
}

const toRow = (service: string, route: Route, cost: Cost | undefined): string[] => {
  const { rate = 'default' } = route
  const bounds = [`${quotaOf(rate)} (\`${rate}\`)`, budgets[route.id]?.by]
  return [
    `\`${route.id}\``,
    service,
    ...(cost ? [cost.cpuMs, cost.memoryMb, cost.storedKb].map(String) : ['', '', '']),
    bounds.filter((text) => text !== undefined).join(', '),
  ]
}
