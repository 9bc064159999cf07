import type { RequestState } from '../request-state.ts'
import type { ReplicaAddress } from '../routing/route-table.ts'
import type { RequestBody } from './request-body.ts'

export type ForwardedRequest = {
  readonly state: RequestState
  readonly path: string
  readonly headers: string[]
  readonly body: RequestBody | null
  readonly candidates: readonly ReplicaAddress[]
}
