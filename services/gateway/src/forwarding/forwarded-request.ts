import type { RequestState } from '../request-state.ts'
import type { ReplicaAddress } from '../routing/route-table.ts'
import type { RequestBody } from './request-body.ts'

/** A request that is being forwarded to a service. */
export type ForwardedRequest = {
  readonly state: RequestState
  readonly path: string
  readonly headers: string[]
  readonly body: RequestBody | null
  readonly candidates: readonly ReplicaAddress[]
}
