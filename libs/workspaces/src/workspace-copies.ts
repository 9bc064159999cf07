import { defineCopyConsumer } from '@wp/bus'
import type { Consumer } from '@wp/bus'
import { isConflict } from '@wp/kernel'
import type { Clock, Id } from '@wp/kernel'
import { collection, trusted } from '@wp/mongo'
import type { Collection, Database } from '@wp/mongo'
import type { Logger } from '@wp/telemetry'
import { newestStates } from './newest-states.ts'
import { subscriptionFrom, workspaceFrom } from './replies.ts'
import type { BillingClient, IdentityClient } from './replies.ts'
import { SubscriptionChanged, WorkspaceCreated, WorkspaceUpdated } from './workspace-events.ts'
import type { SubscriptionState, WorkspaceState } from './workspace-events.ts'
import { toWorkspaceCopy } from './workspace-view.ts'
import type { WorkspaceCopy } from './workspace-view.ts'

type Copy = { workspace: WorkspaceState | null; subscription: SubscriptionState | null }

/** One record for each workspace, under the workspace's own id. */
export const workspaceCopiesCollection = collection<Copy>('workspace_copies', 'Workspace', {
  workspace: Object,
  subscription: Object,
})

export type WorkspaceCopies = {
  /** The workspace, or null when its owner does not know it either. UNAVAILABLE when it is not here and its owner cannot be asked. */
  find(workspaceId: Id): Promise<WorkspaceCopy | null>
  /** To be run by the service; they keep the copies fresh. */
  consumers: Consumer[]
  /** To be opened with the service's database. */
  collection: Collection<Copy>
}

const memoryMs = 500
const memoryEntries = 10_000

/** The copy of workspaces that a service keeps: fed by events, filled over gRPC on a miss, at most half a second old in memory. */
export const workspaceCopies = (deps: {
  db: Database
  identity: IdentityClient
  billing: BillingClient
  clock: Clock
  logger: Logger
}): WorkspaceCopies => {
  const { db, identity, billing, logger } = deps
  const copies = db.global(workspaceCopiesCollection)
  const memory = new Map<Id, { until: number; view: Promise<WorkspaceCopy | null> }>()

  /** One atomic write that older news does not pass; what is known already, or newer, stays. */
  const keepNewer = async <Part extends keyof Copy>(
    id: Id,
    part: Part,
    state: NonNullable<Copy[Part]>,
  ): Promise<void> => {
    const older = { id, [`${part}.version`]: trusted({ $not: { $gte: state.version } }) }
    await copies()
      .upsert(older, { [part]: state })
      .catch(ignoreConflict)
    memory.delete(id)
  }

  const load = async (id: Id): Promise<WorkspaceCopy | null> => {
    const known = await copies().findOne({ id })
    if (known?.workspace && known.subscription) return toWorkspaceCopy(known.workspace, known.subscription)
    const [workspace, subscription] = await Promise.all([
      known?.workspace ?? identity.getWorkspace({ workspaceId: id }).then(workspaceFrom),
      known?.subscription ?? billing.getSubscription({ workspaceId: id }).then(subscriptionFrom),
    ])
    if (!workspace) return null
    logger.debug({ workspaceId: id }, 'filled the copy of a workspace')
    await keepNewer(id, 'workspace', workspace)
    if (subscription) await keepNewer(id, 'subscription', subscription)
    const filled = await copies().get({ id })
    return toWorkspaceCopy(filled.workspace ?? workspace, filled.subscription ?? null)
  }

  const find = (id: Id): Promise<WorkspaceCopy | null> => {
    const now = performance.now()
    const remembered = memory.get(id)
    if (remembered && remembered.until > now) return remembered.view
    if (memory.size >= memoryEntries) memory.clear()
    const view = load(id)
    const entry = { until: now + memoryMs, view }
    memory.set(id, entry)
    const forget = () => {
      if (memory.get(id) === entry) memory.delete(id)
    }
    view.then((found) => found ?? forget(), forget)
    return view
  }

  return {
    find,
    collection: workspaceCopiesCollection,
    consumers: [
      defineCopyConsumer({
        name: 'workspace-copies',
        events: [WorkspaceCreated, WorkspaceUpdated],
        apply: async (events) => {
          for (const state of newestStates(events.map(({ data }) => data.workspace)))
            await keepNewer(state.id, 'workspace', state)
        },
      }),
      defineCopyConsumer({
        name: 'subscription-copies',
        events: [SubscriptionChanged],
        apply: async (events) => {
          for (const state of newestStates(events.map(({ data }) => data.subscription)))
            await keepNewer(state.workspaceId, 'subscription', state)
        },
      }),
    ],
  }
}

/** The record is there, and not older. */
const ignoreConflict = (error: unknown): void => {
  if (!isConflict(error)) throw error
}
