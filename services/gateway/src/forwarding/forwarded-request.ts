import type { Caller } from '../limits/caller.ts'
import type { RequestState } from '../request-state.ts'
import type { ReplicaAddress } from '../routing/route-table.ts'
import type { Lane } from './replicas.ts'
import type { RequestBody } from './request-body.ts'

export type ForwardedRequest = {
  readonly state: RequestState
  readonly caller: Caller
  readonly lane: Lane
  readonly path: string
  readonly headers: string[]
  /** Exchanges the API key of the request again and returns the headers with the new token; null without a key. */
  readonly renewHeaders: (() => Promise<string[]>) | null
  readonly body: RequestBody | null
  readonly candidates: readonly ReplicaAddress[]
}
