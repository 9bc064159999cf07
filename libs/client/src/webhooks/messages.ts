import type { WebhookRecords } from './records.ts'

export type { WebhookRecords }

/** An event type, such as `client.created`. */
export type WebhookType = WebhookRecords[keyof WebhookRecords]['type'] | 'endpoint.test'

/** The record, or only its id: large records, and some that changed together with many others, are not included. */
export type WebhookData<Record> =
  | (Record & { isTruncated?: undefined })
  | ({ [Field in keyof Record]: { id: string } } & { isTruncated: true })

type Message<Type extends string, Data> = {
  /** The same in every attempt and in the header `webhook-id`. */
  id: string
  type: Type
  apiVersion: 'v1'
  workspaceId: string
  /** When the change happened. */
  createdAt: string
  data: Data
}

/** The body of a request to a webhook endpoint. Compare `type` to narrow `data`. */
export type WebhookEvent =
  | {
      [Resource in keyof WebhookRecords]: Message<
        WebhookRecords[Resource]['type'],
        WebhookData<WebhookRecords[Resource]['data']>
      >
    }[keyof WebhookRecords]
  | Message<'endpoint.test', { webhookEndpoint: { id: string }; isTruncated?: undefined }>
