import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { mergeOpenApi, type OpenApiDocument, type OpenApiInfo } from '@wp/http'
import { describeApi, type RecordedRequests } from '../reference/api-guide.ts'
import replies from '../../assets/examples.json' with { type: 'json' }
import requests from '../../assets/requests.json' with { type: 'json' }
import { compress, type GatewayPage } from '../replies/gateway-page.ts'
import type { RouteSource } from '../routing/route-source.ts'

/** The webhooks of a service, and the schemas that they use. */
export type WebhookDocument = {
  webhooks: NonNullable<OpenApiDocument['webhooks']>
  schemas: OpenApiDocument['components']['schemas']
}

/** Written by `npm run build`, because the gateway does not know the events of services. */
const webhooksFile = join(import.meta.dirname, '../../dist/webhooks.json')

/** Returns the webhooks by service. */
export const readWebhooks = (): Record<string, WebhookDocument> =>
  JSON.parse(readFileSync(webhooksFile, 'utf8')) as Record<string, WebhookDocument>

/**
 * Returns the page of the OpenAPI document for all services and the gateway, with their webhooks. It is written and
 * compressed again only when one of them changes.
 */
export const platformDocument = (
  routes: RouteSource,
  own: OpenApiDocument,
  info: OpenApiInfo,
): GatewayPage => {
  let latest: { version: number; page: GatewayPage } | null = null
  return (headers) => {
    const version = routes.version()
    if (latest?.version !== version) {
      const merged = mergeOpenApi(documentsByService(routes, own, readWebhooks()), info)!
      const body = JSON.stringify(describeApi(merged, { replies, requests: requests as RecordedRequests }))
      const etag = `"${createHash('sha1').update(body).digest('base64url')}"`
      latest = { version, page: compress({ contentType: 'application/json; charset=utf-8', body, etag }) }
    }
    return latest.page(headers)
  }
}

const documentsByService = (
  routes: RouteSource,
  own: OpenApiDocument,
  webhooks: Readonly<Record<string, WebhookDocument>>,
): Record<string, OpenApiDocument> => {
  const documents: Record<string, OpenApiDocument> = { gateway: own }
  for (const [service, value] of [...routes.documents()].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (isDocument(value)) documents[service] = withWebhooks(value, webhooks[service])
  }
  return documents
}

const withWebhooks = (document: OpenApiDocument, added: WebhookDocument | undefined): OpenApiDocument => {
  if (!added) return document
  const { tags, components } = document
  const names = Object.values(added.webhooks).flatMap(({ post }) => post.tags ?? [])
  return {
    ...document,
    tags: [...tags, ...[...new Set(names)].map((name) => ({ name }))],
    webhooks: added.webhooks,
    components: { ...components, schemas: { ...added.schemas, ...components.schemas } },
  }
}

const isDocument = (value: unknown): value is OpenApiDocument =>
  typeof value === 'object' && value !== null && 'paths' in value && 'components' in value
