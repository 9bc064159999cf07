import { withIsoTimes } from '@wp/kernel'
import type { Client } from './client.contract.ts'
import type { StoredClient } from './client.store.ts'

export const toClient = (stored: StoredClient): Client => ({
  ...withIsoTimes(stored),
  language: stored.language ?? null,
  externalId: stored.externalId ?? null,
  possibleDuplicateOf: stored.possibleDuplicateOf ?? null,
})
