import { defineConsumer } from '@wp/bus'
import type { Consumer } from '@wp/bus'
import type { Clock, Id } from '@wp/kernel'
import { collection } from '@wp/mongo'
import type { Collection, Database, Tx } from '@wp/mongo'
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

  const apply = async (tx: Tx, id: Id, news: Partial<Copy>): Promise<Copy> => {
    const known = await copies().findOne({ id })
    const workspace = newer(known?.workspace, news.workspace)
    const subscription = newer(known?.subscription, news.subscription)
    if (!known) await copies().insert({ id, workspace, subscription })
    else if (workspace !== known.workspace || subscription !== known.subscription)
      await copies().updateIf({ id }, { workspace, subscription })
    tx.afterCommit(() => memory.delete(id))
    return { workspace, subscription }
  }

  const applyWorkspaces = async (tx: Tx, states: readonly WorkspaceState[]): Promise<void> => {
    for (const workspace of newestStates(states)) await apply(tx, workspace.id, { workspace })
  }
  const applySubscriptions = async (tx: Tx, states: readonly SubscriptionState[]): Promise<void> => {
    for (const subscription of newestStates(states))
      await apply(tx, subscription.workspaceId, { subscription })
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
    const filled = await db.transaction((tx) => apply(tx, id, { workspace, subscription }))
    return toWorkspaceCopy(filled.workspace ?? workspace, filled.subscription)
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
      defineConsumer({
        name: 'workspace-copies',
        events: [WorkspaceCreated, WorkspaceUpdated],
        handle: ({ data: { workspace } }, tx) => applyWorkspaces(tx, [workspace]),
        inBatches: (events, tx) =>
          applyWorkspaces(
            tx,
            events.map(({ data }) => data.workspace),
          ),
      }),
      defineConsumer({
        name: 'subscription-copies',
        events: [SubscriptionChanged],
        handle: ({ data: { subscription } }, tx) => applySubscriptions(tx, [subscription]),
        inBatches: (events, tx) =>
          applySubscriptions(
            tx,
            events.map(({ data }) => data.subscription),
          ),
      }),
    ],
  }
}

const newer = <State extends { version: number }>(
  known: State | null | undefined,
  news: State | null | undefined,
): State | null => (known && (!news || news.version <= known.version) ? known : (news ?? null))
