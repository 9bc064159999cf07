import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { mergeOpenApi, type OpenApiDocument, type OpenApiInfo } from '@wp/http'
import type { DeclaredError } from '@wp/kernel'
import { describeApi, type Recorded } from '../reference/api-guide.ts'
import { errorsPage } from '../reference/reference-pages.ts'
import type { GatewayPage } from '../replies/gateway-page.ts'
import type { RouteSource } from '../routing/route-source.ts'
import { versionedPage } from './versioned-page.ts'

/** The webhooks of a service, and the schemas that they use. */
export type WebhookDocument = {
  webhooks: NonNullable<OpenApiDocument['webhooks']>
  schemas: OpenApiDocument['components']['schemas']
}

/** Reads a file that `npm run build` writes, because the gateway does not know the events and tests of services. */
const readBuilt = (name: string): unknown =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../dist', name), 'utf8'))

/** Returns the page of the OpenAPI document for all services and the gateway, with their webhooks. */
export const platformDocument = (routes: RouteSource, own: OpenApiDocument, info: OpenApiInfo): GatewayPage =>
  versionedPage(routes, () => {
    const webhooks = readBuilt('webhooks.json') as Record<string, WebhookDocument>
    const merged = mergeOpenApi(documentsByService(routes, own, webhooks), info)!
    const body = JSON.stringify(describeApi(merged, readBuilt('recorded.json') as Recorded))
    return { contentType: 'application/json; charset=utf-8', body }
  })

/** Returns the page of the error codes of the platform and of all services. */
export const platformErrors = (routes: RouteSource): GatewayPage =>
  versionedPage(routes, () => {
    const documents = [...routes.documents().values()].filter(isDocument)
    const declared = Object.assign({}, ...documents.map((each) => each['x-errors'])) as Record<
      string,
      DeclaredError
    >
    // Sorted, so that every replica returns the same ETag.
    return errorsPage(Object.values(declared).toSorted((one, other) => (one.code < other.code ? -1 : 1)))
  })

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
