/** The actions of one workspace on an average day. A sale is an invoice, its finalization and its payment. */
export const mix = {
  booking: { perDay: 20, requests: 1 },
  sale: { perDay: 60, requests: 3 },
  'read a record': { perDay: 134, requests: 1 },
  'list 20 records': { perDay: 133, requests: 1 },
  'list the sessions of a day': { perDay: 133, requests: 1 },
} as const
/** How much busier the busiest second of a workspace is than its average second. */
export const peakFactor = 10
/** The share of the cores that may be busy at the peak, so that waiting times stay short. */
export const busyShare = 0.7

export type Kind = keyof typeof mix
export const kinds = Object.keys(mix) as Kind[]

/** The CPU time of one action in each process, in microseconds. */
export type CostByProcess = Readonly<Record<string, number>>
export type Costs = Readonly<Record<Kind, CostByProcess>>

const daySeconds = 86_400
export const actionsPerDay = kinds.reduce((total, kind) => total + mix[kind].perDay, 0)

export const totalOf = (cost: CostByProcess): number =>
  Object.values(cost).reduce((total, micros) => total + micros, 0)

/** Returns the actions a second of some workspaces at their peak. */
export const peakActions = (workspaces: number): number =>
  (workspaces * actionsPerDay * peakFactor) / daySeconds

export const tokenChecks = 'token checks'

/** Adds the verification of a token that is not cached to each request, in the gateway and in the service. */
export const withTokenChecks = (costs: Costs, micros: number): Costs => {
  const checked: Record<Kind, CostByProcess> = { ...costs }
  for (const kind of kinds) checked[kind] = { ...costs[kind], [tokenChecks]: 2 * mix[kind].requests * micros }
  return checked
}

/** Returns the cores that a workspace needs at its peak, by process. */
export const peakCores = (costs: Costs): Record<string, number> => {
  const cores: Record<string, number> = {}
  for (const kind of kinds)
    for (const [process, micros] of Object.entries(costs[kind]))
      cores[process] = (cores[process] ?? 0) + ((micros / 1e6) * mix[kind].perDay * peakFactor) / daySeconds
  return cores
}

/**
 * `databaseCores`: the cores that the database may use, either shared or, with `isApart`, on its own machine.
 */
export type Hardware = { cores: number; databaseCores: number; isApart: boolean }

/**
 * Returns how many workspaces fit, and whether the database or all other processes run out of cores first.
 */
export const workspacesOn = (
  costs: Costs,
  { cores, databaseCores, isApart }: Hardware,
): { workspaces: number; fullFirst: 'database' | 'cores' } => {
  const demand = peakCores(costs)
  const database = demand['mongodb'] ?? 0
  const onCores = totalOf(demand) - (isApart ? database : 0)
  const byCores = (cores * busyShare) / onCores
  const byDatabase = (databaseCores * busyShare) / database
  return byDatabase < byCores
    ? { workspaces: Math.floor(byDatabase), fullFirst: 'database' }
    : { workspaces: Math.floor(byCores), fullFirst: 'cores' }
}

/** Has no common factor with the actions of a day, so that each kind is spread over them. */
const stride = 137

/** Returns the kind of the n-th action. Kinds alternate in the proportion of the mix. */
export const kindOf = (index: number): Kind => {
  let place = (index * stride) % actionsPerDay
  for (const kind of kinds) {
    if (place < mix[kind].perDay) return kind
    place -= mix[kind].perDay
  }
  throw new RangeError('The mix has no action')
}
