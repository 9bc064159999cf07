import { defineEvent } from '@wp/bus'
import { IdString } from '@wp/kernel'
import { z } from 'zod'

export const ContestCreated = defineEvent({
  type: 'wp.contests.contest.created.v1',
  summary: 'A contest was drafted',
  data: z.object({ contestId: IdString, title: z.string() }),
})
