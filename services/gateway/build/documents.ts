import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { toAsyncApi } from '@wp/bus'
import { mergeOpenApi, toOpenApi, type OpenApiDocument } from '@wp/http'
import type { WebhookDocument } from '../src/pages/platform-document.ts'
import {
  describeApi,
  type Recorded,
  type RecordedExamples,
  type RecordedRequests,
} from '../src/reference/api-guide.ts'
import { contracts } from './contracts.ts'
import { realtimeMessages } from './realtime-messages.ts'
import { webhooksOf } from './webhook-descriptions.ts'
import { webhookMessages } from './webhook-messages.ts'

const version = '1.0.0'
const info = { title: 'Workspace Platform API', version }

const services = join(import.meta.dirname, '../..')

/** Reads what `npm run wp -- docs examples` recorded for all services, sorted by operation. */
const readRecorded = <Entry>(name: string): Record<string, Entry> => {
  const files = globSync(`*/reference/${name}.json`, { cwd: services })
  const entries = files.flatMap((file) =>
    Object.entries(JSON.parse(readFileSync(join(services, file), 'utf8')) as Record<string, Entry>),
  )
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Reads the example replies that tests recorded. */
export const readExamples = (): RecordedExamples => readRecorded('examples')

/** Reads the bodies that succeeded in tests, and the error codes that tests received. */
export const readRequests = (): RecordedRequests => readRecorded('requests')

export const recordedDocument = (): Recorded => ({ replies: readExamples(), requests: readRequests() })

/** Returns one OpenAPI document for the HTTP API of all services, as served by the gateway. */
export const openApiDocument = async (): Promise<OpenApiDocument> => {
  const merged = mergeOpenApi(await documentsByService(), info)
  if (!merged) throw new Error('No service has a contract')
  return describeApi(merged, recordedDocument())
}

/** Returns the webhooks of each service, which the gateway adds to the documents that the services publish. */
export const webhookDocuments = async (): Promise<Record<string, WebhookDocument>> =>
  Object.fromEntries(
    Object.entries(await documentsByService()).flatMap(([service, { webhooks, components }]) =>
      webhooks ? [[service, { webhooks, schemas: components.schemas }]] : [],
    ),
  )

const documentsByService = async (): Promise<Record<string, OpenApiDocument>> => {
  const examples = readExamples()
  return Object.fromEntries(
    (await contracts()).map(({ service, routes, exported }) => [
      service,
      toOpenApi(routes, info, webhooksOf(exported, examples)),
    ]),
  )
}

/** Returns one AsyncAPI document for the events of all services, for webhooks and for the WebSocket. */
export const asyncApiDocument = async () => {
  const all = await contracts()
  const { components, channels, operations, ...document } = toAsyncApi(
    all.flatMap((contract) => contract.events),
    { title: 'Workspace Platform events', version },
  )
  const exported = all.map((contract) => contract.exported)
  const webhooks = webhookMessages(exported, readExamples())
  const realtime = realtimeMessages(exported)
  return {
    ...document,
    servers: realtime.servers,
    channels: { ...channels, ...webhooks.channels, ...realtime.channels },
    operations: { ...operations, ...webhooks.operations, ...realtime.operations },
    components: {
      messages: { ...components.messages, ...webhooks.messages, ...realtime.messages },
      schemas: { ...components.schemas, ...webhooks.schemas, ...realtime.schemas },
    },
  }
}
