import type { SubscriptionState, WorkspaceState } from './workspace-events.ts'

/** Returns the newest state of each workspace. */
export const newestStates = <State extends WorkspaceState | SubscriptionState>(
  states: readonly State[],
): State[] => {
  const newest = new Map<string, State>()
  for (const state of states) {
    const id = 'workspaceId' in state ? state.workspaceId : state.id
    const known = newest.get(id)
    if (!known || known.version < state.version) newest.set(id, state)
  }
  return [...newest.values()]
}
