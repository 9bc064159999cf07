import { toTable } from '../../docs/markdown.ts'
import { growthTables } from './growth.ts'
import type { Load } from './load.ts'
import type { Measured } from './measured.ts'
import {
  busyShare,
  kinds,
  mix,
  peakActions,
  peakFactor,
  tokenChecks,
  totalOf,
  withTokenChecks,
  workspacesOn,
} from './mix.ts'
import type { Costs, Hardware } from './mix.ts'
import { number, percent } from './numbers.ts'

const nodeCores = 4

/** Returns docs/capacity.md. */
export const toCapacityPage = (measured: Measured): string => {
  const { at, machine, cores, connections, saturation, half, most } = measured
  const costs = withTokenChecks(measured.costs, measured.tokenCheckMicros)
  return `# Capacity

Written by \`npm run bench -- capacity\` on ${at}: ${machine}. The embedded database, NATS, all services and the sender of the load share these cores. Measure on your own servers before you buy more.

## The mix

One workspace does the following on an average day; its busiest second is ${peakFactor} times as busy as the average second. These figures are assumptions. A booking is confirmed to the client by email. A sale is three requests: an invoice, its finalization and its payment.

${toTable(
  ['Action', 'A day', 'Requests'],
  kinds.map((kind) => [kind, mix[kind].perDay, mix[kind].requests]),
)}

## What one action costs

CPU time in milliseconds over all processes, including the services that handle its events and without what an idle platform uses. Processes below 0.02 ms are not listed. The tokens were cached; "${tokenChecks}" adds what the gateway and the service need to verify one that is not, measured separately.

${costTable(costs)}

## What a node and a cluster hold

The mix at its peak, with ${percent(busyShare)} of the cores busy and no token cached. Each node has ${nodeCores} cores. Assumptions: the gateway and the services have as many replicas as they need, all cores are as fast as those above, and MongoDB needs as much CPU time as the embedded database, which uses one core at most.

${nodeTable(costs)}

"Full first" is "database" when the database has used its share of the cores before the other processes have used theirs.

## At saturation

The mix, sent over ${connections} connections as fast as it is answered, reaches **${number(saturation.perSecond)} actions a second** on ${cores} cores${refusedText(saturation.refused)}. The platform then uses ${number(totalOf(saturation.busy), 2)} cores; if that is much less than all of them, the sender or other programs used the rest. The busiest processes: ${busiest(saturation.busy)}.

${toTable(
  ['Load', 'Actions a second', 'p50 (ms)', 'p99 (ms)', 'Refused'],
  [
    ['50 %', ...loadCells(half)],
    ['90 %', ...loadCells(most)],
  ],
)}

The time of a sale is that of its three requests. The sender uses the same cores, so times are longer than those that a caller on another machine sees.

${growthTables(measured, costs, nodeCores)}`
}

const refusedText = (refused: number): string =>
  refused === 0 ? '' : ` (${number(refused)} more were rejected)`

const costTable = (costs: Costs): string => {
  const processes = [...new Set(kinds.flatMap((kind) => Object.keys(costs[kind])))]
    .map((name) => ({ name, most: Math.max(...kinds.map((kind) => costs[kind][name] ?? 0)) }))
    .filter(({ most }) => most >= 20)
    .toSorted((a, b) => b.most - a.most)
  const milliseconds = (micros: number): string => number(micros / 1000)
  return toTable(
    ['Process', ...kinds],
    [
      ...processes.map(({ name }) => [name, ...kinds.map((kind) => milliseconds(costs[kind][name] ?? 0))]),
      ['**all**', ...kinds.map((kind) => `**${milliseconds(totalOf(costs[kind]))}**`)],
    ],
  )
}

const nodeTable = (costs: Costs): string => {
  const row = (name: string, hardware: Hardware) => {
    const { workspaces, fullFirst } = workspacesOn(costs, hardware)
    return [name, number(workspaces), number(peakActions(workspaces)), fullFirst]
  }
  const shared = (databaseCores: number): Hardware => ({ cores: nodeCores, databaseCores, isApart: false })
  const apart = (nodes: number, shards: number): Hardware => ({
    cores: nodes * nodeCores,
    databaseCores: shards * nodeCores,
    isApart: true,
  })
  return toTable(
    ['Hardware', 'Workspaces', 'Actions a second', 'Full first'],
    [
      row('one node with the embedded database', shared(1)),
      row('one node with MongoDB on it', shared(nodeCores)),
      ...[1, 3, 10].map((nodes) =>
        row(`${nodes} ${nodes === 1 ? 'node' : 'nodes'}, MongoDB on another`, apart(nodes, 1)),
      ),
      ...[10, 30].map((nodes) => {
        const shards = shardsFor(costs, nodes)
        return row(`${nodes} nodes, ${shards} shards on ${shards} others`, apart(nodes, shards))
      }),
    ],
  )
}

/** Returns the smallest number of shards at which the nodes are full before the database. */
const shardsFor = (costs: Costs, nodes: number): number => {
  let shards = 1
  const isFull = () => {
    const hardware = { cores: nodes * nodeCores, databaseCores: shards * nodeCores, isApart: true }
    return workspacesOn(costs, hardware).fullFirst === 'database'
  }
  while (isFull()) shards += 1
  return shards
}

const busiest = (busy: Readonly<Record<string, number>>): string =>
  Object.entries(busy)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 5)
    .map(([name, cores]) => `${name} ${number(cores, 2)}`)
    .join(', ')

const loadCells = ({ perSecond, p50, p99, refused }: Load) =>
  [perSecond, p50, p99, refused].map((value) => number(value))
