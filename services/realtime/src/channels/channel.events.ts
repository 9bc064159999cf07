import { defineEvent } from '@wp/bus'
import { IdString } from '@wp/kernel'
import { z } from 'zod'

/** Of labs, as far as it is relayed. */
export const ResultCritical = defineEvent({
  type: 'wp.labs.result.critical.v1',
  summary: 'A result lies beyond the critical limits of its analysis',
  data: z.object({
    testId: IdString,
    itemId: IdString,
    testName: z.string(),
    resultValueNumeric: z.number(),
    flag: z.enum(['low', 'normal', 'high']).nullable(),
  }),
})
