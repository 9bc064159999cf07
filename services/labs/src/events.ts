import { defineEvent } from '@wp/bus'
import { z } from 'zod'

export const TestSamplesSeeded = defineEvent({
  type: 'wp.labs.test-sample.seeded.v1',
  summary: 'The standard test samples were put in place',
  data: z.object({ codes: z.array(z.string()) }),
})
