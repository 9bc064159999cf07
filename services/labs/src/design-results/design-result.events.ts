import { defineEvent } from '@wp/bus'
import { IdString } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import { z } from 'zod'
import type { StoredDesignResult } from './design-result.store.ts'

export const DesignResultChanged = defineEvent({
  type: 'wp.labs.design-result.changed.v1',
  summary: 'A design result was stored',
  data: z.object({ designResult: z.object({ id: IdString, testId: z.int() }) }),
})

export const publishDesignResultChanged = (tx: Tx, { workspaceId, id, testId }: StoredDesignResult): void =>
  tx.publish(DesignResultChanged, {
    workspaceId,
    data: { designResult: { id, testId } },
    aggregate: `design-result:${id}`,
  })
