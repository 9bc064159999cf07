import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { mergeOpenApi, type OpenApiDocument, type OpenApiInfo } from '@wp/http'
import { describeApi } from '../reference/api-guide.ts'
import examples from '../../assets/examples.json' with { type: 'json' }
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

export type PlatformDocument = () => { body: string; etag: string }

/**
 * Returns the OpenAPI document for all services and the gateway, with their webhooks, and rebuilds it only when one of
 * them changes.
 */
export const platformDocument = (
  routes: RouteSource,
  own: OpenApiDocument,
  info: OpenApiInfo,
): PlatformDocument => {
  let latest = { version: -1, body: '', etag: '' }
  return () => {
    const version = routes.version()
    if (latest.version !== version) {
      const merged = mergeOpenApi(documentsByService(routes, own, readWebhooks()), info)!
      const body = JSON.stringify(describeApi(merged, examples))
      latest = { version, body, etag: `"${createHash('sha1').update(body).digest('base64url')}"` }
    }
    return latest
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
