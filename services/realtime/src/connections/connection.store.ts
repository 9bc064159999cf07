import type { Principal } from '@wp/auth'
import type { Metrics } from '@wp/telemetry'
import type { Subscription } from '../channels/channel.store.ts'
import type { SocketWriter } from './writing.actions.ts'

/** One client that has said who it is. */
export type Connection = {
  principal: Principal
  readonly writer: SocketWriter
  readonly subscriptions: Map<string, Subscription>
  /** What the client is sent from history, one channel after the other. */
  replaying: Promise<void>
}

/** The clients of this replica, counted by workspace. */
export type Connections = {
  /** False when the workspace has as many as it may. */
  add(workspaceId: string | null): boolean
  remove(workspaceId: string | null): void
}

export const openConnections = (metrics: Metrics, socketsPerWorkspace: number): Connections => {
  const counts = new Map<string, number>()
  const gauge = metrics.gauge('realtime_connections', 'Clients of this replica that said who they are')
  return {
    add: (workspaceId) => {
      const key = workspaceId ?? ''
      const count = counts.get(key) ?? 0
      if (count >= socketsPerWorkspace) return false
      counts.set(key, count + 1)
      gauge.inc()
      return true
    },
    remove: (workspaceId) => {
      const key = workspaceId ?? ''
      const left = (counts.get(key) ?? 1) - 1
      if (left > 0) counts.set(key, left)
      else counts.delete(key)
      gauge.dec()
    },
  }
}
