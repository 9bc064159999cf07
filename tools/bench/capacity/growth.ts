import { toTable } from '../../docs/markdown.ts'
import type { Measured } from './measured.ts'
import { busyShare, kinds, mix, peakActions, peakCores, peakFactor, tokenChecks, totalOf } from './mix.ts'
import type { Costs } from './mix.ts'
import { bytes, number, percent } from './numbers.ts'
import { activities, hitRate, shardBalance, shareOfBusiest, spread } from './simulate.ts'
import type { Stored } from './stored.ts'

const sizes = [1_000, 10_000, 100_000, 1_000_000]
const years = 3
const shards = 16
const tokensPerWorkspace = 3
const principalBytes = 1000
const subjectBytes = 200
const streamDays = 7

const requestsPerSecond =
  (kinds.reduce((total, kind) => total + mix[kind].perDay * mix[kind].requests, 0) * peakFactor) / 86_400

/** Returns the part of the page about growth: conclusions from the measurements and stated assumptions. */
export const growthTables = (measured: Measured, costs: Costs, nodeCores: number): string => {
  const { stored, newWorkspace, workspaceSubjects, tokenCache, tokenLength, gatewayBytes } = measured
  const perDay = (name: keyof Stored) =>
    kinds.reduce((total, kind) => total + mix[kind].perDay * stored[kind][name], 0)
  const databaseBytes = newWorkspace.lasting + perDay('lasting') * 365 * (years / 2) + perDay('expiringDays')
  const cores = peakCores(costs)
  const gatewayCores = (cores['gateway'] ?? 0) + (cores[tokenChecks] ?? 0) / 2
  const databaseCores = cores['mongodb'] ?? 0
  const tokenBytes = tokenLength + principalBytes
  const rows = sizes.map((workspaces) => {
    const serversFor = (each: number, of: number) => Math.ceil((workspaces * each) / (of * busyShare))
    const activity = activities(workspaces)
    const gateways = serversFor(gatewayCores, 1)
    const { hits, used } = hitRate(
      activity,
      { requestsPerSecond: requestsPerSecond / gateways, tokens: tokensPerWorkspace },
      tokenCache,
    )
    return {
      size: [
        number(workspaces),
        number(peakActions(workspaces)),
        number(serversFor(totalOf(cores) - databaseCores, nodeCores)),
        number(serversFor(databaseCores, nodeCores)),
        bytes(workspaces * databaseBytes),
        bytes(workspaces * perDay('streamBytes') * streamDays),
        `${number(workspaces * workspaceSubjects)} (${bytes(workspaces * workspaceSubjects * subjectBytes)})`,
      ],
      balance: [
        number(workspaces),
        number(shardBalance(activity, shards, 'numbers').largest),
        number(shardBalance(activity, shards, 'data').busiest),
        number(gateways),
        bytes(gatewayBytes + used * tokenBytes),
        percent(hits),
      ],
    }
  })
  return `## Up to a million workspaces

Computed from the figures above, for the peak of all workspaces in the same second and without cached tokens.

${toTable(
  [
    'Workspaces',
    'Actions a second',
    `Nodes of ${nodeCores} cores`,
    `Database nodes of ${nodeCores} cores`,
    'Records',
    'Streams',
    'Stream subjects (memory)',
  ],
  rows.map(({ size }) => size),
)}

- **Records.** Measured, as BSON without indexes and compression: ${bytes(newWorkspace.lasting)} for a new workspace, and for each action ${storedText(measured)}. Records that expire (events, stored replies, emails) are counted for the days until then. Assumed: workspaces were created at a constant rate during ${years} years.
- **Streams.** Measured: ${bytes(perDay('streamBytes'))} a day. The platform keeps events for ${streamDays} days. The figure is for one replica of each stream.
- **Stream subjects.** Measured: ${number(workspaceSubjects)} for a workspace that uses every action of the mix. Assumed: ${subjectBytes} bytes of memory each in NATS.

${toTable(
  [
    'Workspaces',
    'Largest shard (× average)',
    'Busiest shard (× average)',
    'Gateways',
    'Memory of a gateway',
    'Tokens found in its cache',
  ],
  rows.map(({ balance }) => balance),
)}

- **Sizes.** Assumed: the activity of workspaces is log-normal with σ = ${spread}. Of 100,000 workspaces the busiest percent has ${percent(shareOfBusiest(activities(100_000), 0.01))} of the activity.
- **Shards.** Assumed: ${shards} shards, each with a range of consecutive ids, which ascend with the time of creation. "Largest" is for zones with equal numbers of workspaces: the oldest have stored most. "Busiest" is for ranges that hold equal amounts of data, as MongoDB's balancer makes them: the newest workspaces are as active as others and have stored little. [Zones](scaling.md) between the two even it out.
- **Gateways.** A gateway process uses at most one core, ${percent(busyShare)} of it at the peak.
- **Memory of a gateway.** Measured: ${bytes(gatewayBytes)} after the load above, and tokens of ${number(tokenLength)} characters. Assumed: ${bytes(principalBytes)} more for what a cached token says, and a balancer that reuses its connections.
- **Tokens.** The cache holds ${number(tokenCache.entries)} tokens for ${tokenCache.lifeSeconds} s each. Assumed: ${tokensPerWorkspace} tokens share the requests of a workspace, requests arrive at random, and the balancer does not look at the token.
`
}

const storedText = ({ stored }: Measured): string =>
  kinds
    .filter((kind) => stored[kind].lasting >= 1)
    .map((kind) => `${bytes(stored[kind].lasting)} (${kind})`)
    .join(', ')
