import { iso } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import { RevocationRecorded } from '@wp/runtime'
import type { RevocationFields } from './revocation.store.ts'

export const publishRevocationRecorded = (tx: Tx, revocation: RevocationFields): void =>
  tx.publish(RevocationRecorded, {
    workspaceId: revocation.workspaceId,
    data: { ...revocation, at: iso(revocation.at) },
    aggregate: revocation.sessionId ?? revocation.accountId ?? 'platform',
  })
