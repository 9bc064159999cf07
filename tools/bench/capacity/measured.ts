import type { Load } from './load.ts'
import type { Costs, Kind } from './mix.ts'
import type { TokenCache } from './simulate.ts'
import type { Stored } from './stored.ts'

/** What the benchmark measured; docs/capacity.md is derived from it and from stated assumptions. */
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
  /** The data stored by one action of a kind. */
  stored: Readonly<Record<Kind, Stored>>
  /**
   * The data stored by a new workspace, and the number of subjects of a workspace that uses every kind of
   * action.
   */
  newWorkspace: Stored
  workspaceSubjects: number
  /** The gateway's memory after the load, in bytes. */
  gatewayBytes: number
  /** Actions a second without pauses, and the cores that each process used during that time. */
  saturation: { perSecond: number; refused: number; busy: Readonly<Record<string, number>> }
  half: Load
  most: Load
}
