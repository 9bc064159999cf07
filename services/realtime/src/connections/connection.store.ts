import type { Metrics } from '@wp/telemetry'

/** This replica's connections, counted by workspace. */
export type Connections = {
  /** Returns false when the workspace has reached its limit. */
  add(workspaceId: string | null): boolean
  remove(workspaceId: string | null): void
}

export const openConnections = (metrics: Metrics, socketsPerWorkspace: number): Connections => {
  const counts = new Map<string, number>()
  const gauge = metrics.gauge('realtime_connections', 'Authenticated clients of this replica')
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
