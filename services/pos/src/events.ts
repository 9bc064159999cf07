import { defineEvent } from '@wp/bus'
import { z } from 'zod'
import { TillSession } from './till-sessions/till-session.contract.ts'

export const TillSessionOpened = defineEvent({
  type: 'wp.pos.till-session.opened.v1',
  summary: 'A register was opened',
  data: z.object({ session: TillSession }),
})
