import type { Load } from './load.ts'
import type { Costs, Kind } from './mix.ts'
import type { TokenCache } from './simulate.ts'
import type { Stored } from './stored.ts'

/** What the benchmark measured; docs/capacity.md follows from it and from named assumptions. */
export type Measured = {
  at: string
  machine: string
  cores: number
  connections: number
  costs: Costs
  /** The CPU time of verifying a token that is not cached. */
  tokenCheckMicros: number
  tokenLength: number
  tokenCache: TokenCache
  /** What one action of a kind stores. */
  stored: Readonly<Record<Kind, Stored>>
  /** What a new workspace stores, and how many subjects one has that uses every kind. */
  newWorkspace: Stored
  workspaceSubjects: number
  /** The gateway's memory after the load, in bytes. */
  gatewayBytes: number
  /** Actions a second without pauses, and the cores that each process used then. */
  saturation: { perSecond: number; refused: number; busy: Readonly<Record<string, number>> }
  half: Load
  most: Load
}
