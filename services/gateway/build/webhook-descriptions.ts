import { publicEventsOf } from '@wp/bus'
import type { PublicEvent } from '@wp/bus'
import type { WebhookDescription } from '@wp/http'
import { IdString, Timestamp } from '@wp/kernel'
import { z } from 'zod'
import type { RecordedExamples } from '../src/reference/api-guide.ts'
import { describeNeed, recordOf, toExample } from './webhook-examples.ts'

/** Returns the requests to webhook endpoints for the public events of a contract, each with a recorded example. */
export const webhooksOf = (contract: object, examples: RecordedExamples): WebhookDescription[] =>
  publicEventsOf(contract)
    .flatMap((event) => event.publicTypes.map((type) => toDescription(type, event, examples)))
    .toSorted((a, b) => (a.type < b.type ? -1 : 1))

const toDescription = (type: string, event: PublicEvent, examples: RecordedExamples): WebhookDescription => {
  const example = toExample(type, event, examples)
  return {
    type,
    summary: `Receive ${type}`,
    description: `${describeNeed(event)}. Verify the signature; answer with any 2xx status within 15 seconds. Requests can be repeated; the events of one record arrive in order.`,
    body: toBody(type, event),
    ...(example && { example }),
  }
}

const toBody = (type: string, event: PublicEvent): z.ZodType =>
  z.object({
    id: IdString,
    type: z.literal(type),
    apiVersion: z.literal('v1'),
    workspaceId: IdString,
    createdAt: Timestamp.describe('When the change happened'),
    data: z.union([
      z.object({ [event.field]: recordOf(event) }),
      z
        .object({ [event.field]: z.object({ id: IdString }), isTruncated: z.literal(true) })
        .describe('Sent when the record is large, or changed together with many others; get it from the API'),
    ]),
  })
