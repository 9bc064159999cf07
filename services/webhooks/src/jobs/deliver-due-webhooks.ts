import type { Job } from '@wp/runtime'
import type { createDispatcher } from '../deliveries/dispatcher.actions.ts'
import { queueCollection } from '../deliveries/queue.store.ts'

/** Starts retries, and deliveries of replicas that died. Every replica takes what it has room for. */
export const deliverDueWebhooksJob = ({ wakeDue }: ReturnType<typeof createDispatcher>): Job => ({
  name: 'deliver-due-webhooks',
  everyMs: 1000,
  watches: [queueCollection],
  everyReplica: true,
  run: wakeDue,
})
