import type { Job } from '@wp/runtime'
import type { createDispatcher } from '../deliveries/dispatcher.actions.ts'
import { queueCollection } from '../deliveries/queue.store.ts'

/**
 * Starts retries and resumes the deliveries of dead replicas. Every replica takes as many as it has free
 * slots.
 */
export const deliverDueWebhooksJob = ({ wakeDue }: ReturnType<typeof createDispatcher>): Job => ({
  name: 'deliver-due-webhooks',
  everyMs: 1000,
  watches: [queueCollection],
  everyReplica: true,
  run: wakeDue,
})
