import type { z } from 'zod'
import type { OpenApiDocument, OpenApiParameter } from './openapi-document.ts'
import type { SchemaWriter } from './openapi-schemas.ts'

/** A request that the platform sends to webhook endpoints. */
export type WebhookDescription = {
  /** The type of the event, such as `client.created`. */
  readonly type: string
  readonly summary: string
  readonly description: string
  readonly body: z.ZodType
  readonly example?: unknown
}

export const webhooksTag = 'Webhook events'

/** Returns the `webhooks` part of an OpenAPI document. */
export const toWebhooks = (
  webhooks: readonly WebhookDescription[],
  schemas: SchemaWriter,
): NonNullable<OpenApiDocument['webhooks']> =>
  Object.fromEntries(
    webhooks.map(({ type, summary, description, body, example }) => {
      const content = { schema: schemas.output(body), ...(example !== undefined && { example }) }
      const post = {
        operationId: `${toCamel(type)}Webhook`,
        summary,
        description,
        tags: [webhooksTag],
        security: [],
        parameters: headers,
        requestBody: { required: true as const, content: { 'application/json': content } },
        responses: {
          '2XX': { description: 'The event was received. The body is ignored.' },
          '410': { description: 'The endpoint is disabled.' },
          default: { description: 'The request is repeated later. Redirects are not followed.' },
        },
      }
      return [type, { post }]
    }),
  )

const toHeader = (name: string, description: string): OpenApiParameter => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

const headers: OpenApiParameter[] = [
  toHeader('webhook-id', 'The id of the event; the same in every attempt'),
  toHeader('webhook-timestamp', 'Unix time of the attempt in seconds'),
  toHeader(
    'webhook-signature',
    'Signatures (`v1,…`) by the Standard Webhooks rules, separated by spaces; one for each active secret',
  ),
]

const toCamel = (type: string): string =>
  type.replaceAll(/[._]([a-z])/g, (_, letter: string) => letter.toUpperCase())
