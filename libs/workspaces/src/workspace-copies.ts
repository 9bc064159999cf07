import { AsyncLocalStorage } from 'node:async_hooks'
import { defineCopyConsumer } from '@wp/bus'
import type { Consumer } from '@wp/bus'
import { isConflict } from '@wp/kernel'
import type { Clock, Id } from '@wp/kernel'
import { collection, trusted } from '@wp/mongo'
import type { Collection, Database } from '@wp/mongo'
import { requestContext } from '@wp/telemetry'
import type { Logger } from '@wp/telemetry'
import { newestStates } from './newest-states.ts'
import { subscriptionFrom, workspaceFrom } from './replies.ts'
import type { BillingClient, IdentityClient } from './replies.ts'
import { SubscriptionChanged, WorkspaceUpdated } from './workspace-events.ts'
import type { SubscriptionState, WorkspaceState } from './workspace-events.ts'
import { toWorkspaceCopy } from './workspace-view.ts'
import type { WorkspaceCopy } from './workspace-view.ts'

type Copy = { workspace: WorkspaceState | null; subscription: SubscriptionState | null }

/** One record per workspace, with the workspace's id. */
export const workspaceCopiesCollection = collection<Copy>(
  'workspace_copies',
  'Workspace',
  {
    workspace: Object,
    subscription: Object,
  },
  [],
  { unsharded: 'One small record per workspace.', onePer: 'workspace' },
)

export type WorkspaceCopies = {
  /**
   * Returns the workspace, or null when identity does not know it. Throws UNAVAILABLE or TIMEOUT when it has not been
   * copied completely yet and identity or admin-billing does not answer.
   */
  find(workspaceId: Id): Promise<WorkspaceCopy | null>
  /** Consumers that update the copies. The service must run them. */
  consumers: Consumer[]
  /** The service must include this collection when it opens its database. */
  collection: Collection<Copy>
}

const cacheMs = 500
const maxCached = 10_000

/**
 * Returns a service's workspace copies. Each is fetched over gRPC when it is first used, updated by events, and cached
 * in memory for half a second.
 */
export const workspaceCopies = (deps: {
  db: Database
  identity: IdentityClient
  billing: BillingClient
  clock: Clock
  logger: Logger
}): WorkspaceCopies => {
  const { db, identity, billing, logger } = deps
  const outsideTransactions = AsyncLocalStorage.snapshot()
  const copies = db.global(workspaceCopiesCollection)
  const cache = new Map<Id, { until: number; view: Promise<WorkspaceCopy | null> }>()

  /** Stores a state in one atomic write, unless the same or a newer version is already stored. */
  const storeIfNewer = async <Part extends keyof Copy>(
    id: Id,
    part: Part,
    state: NonNullable<Copy[Part]>,
  ): Promise<void> => {
    const older = { id, [`${part}.version`]: trusted({ $not: { $gte: state.version } }) }
    await copies()
      .upsert(older, { [part]: state })
      .catch(ignoreConflict)
    cache.delete(id)
  }

  const load = async (id: Id): Promise<WorkspaceCopy | null> => {
    const stored = await copies().findOne({ id })
    if (stored?.workspace && stored.subscription)
      return toWorkspaceCopy(stored.workspace, stored.subscription)
    const [workspace, subscription] = await Promise.all([
      stored?.workspace ?? identity.getWorkspace({ workspaceId: id }).then(workspaceFrom),
      stored?.subscription ?? billing.getSubscription({ workspaceId: id }).then(subscriptionFrom),
    ])
    if (!workspace) return null
    logger.debug({ workspaceId: id }, 'copied a missing workspace from identity and admin-billing')
    await storeIfNewer(id, 'workspace', workspace)
    if (subscription) await storeIfNewer(id, 'subscription', subscription)
    const filled = await copies().get({ id })
    return toWorkspaceCopy(filled.workspace ?? workspace, filled.subscription ?? null)
  }

  const find = (id: Id): Promise<WorkspaceCopy | null> => {
    const now = performance.now()
    const cached = cache.get(id)
    if (cached && cached.until > now) return cached.view
    if (cache.size >= maxCached) cache.clear()
    // Callers share the result, so it must not depend on the transaction of one of them.
    const context = requestContext.current()
    const view = outsideTransactions(() => (context ? requestContext.run(context, () => load(id)) : load(id)))
    const entry = { until: now + cacheMs, view }
    cache.set(id, entry)
    const forget = () => {
      if (cache.get(id) === entry) cache.delete(id)
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
        // A new workspace is copied when it is first used: few services need it right away, and some never do.
        events: [WorkspaceUpdated],
        apply: async (events) => {
          for (const state of newestStates(events.map(({ data }) => data.workspace)))
            await storeIfNewer(state.id, 'workspace', state)
        },
      }),
      defineCopyConsumer({
        name: 'subscription-copies',
        events: [SubscriptionChanged],
        // Earlier versions published the first version as a change.
        ignores: ({ data }) => data.subscription.version === 1,
        apply: async (events) => {
          for (const state of newestStates(events.map(({ data }) => data.subscription)))
            await storeIfNewer(state.workspaceId, 'subscription', state)
        },
      }),
    ],
  }
}

/** A conflict means that the stored version is the same or newer. */
const ignoreConflict = (error: unknown): void => {
  if (!isConflict(error)) throw error
}
