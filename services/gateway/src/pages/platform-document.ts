import { createHash } from 'node:crypto'
import { mergeOpenApi, type OpenApiDocument, type OpenApiInfo } from '@wp/http'
import { describeApi } from '../reference/api-guide.ts'
import examples from '../../assets/examples.json' with { type: 'json' }
import type { RouteSource } from '../routing/route-source.ts'

export type PlatformDocument = () => { body: string; etag: string }

/** Returns the OpenAPI document for all services and the gateway, and rebuilds it only when one of them changes. */
export const platformDocument = (
  routes: RouteSource,
  own: OpenApiDocument,
  info: OpenApiInfo,
): PlatformDocument => {
  let latest = { version: -1, body: '', etag: '' }
  return () => {
    const version = routes.version()
    if (latest.version !== version) {
      const merged = mergeOpenApi(documentsByService(routes, own), info)!
      const body = JSON.stringify(describeApi(merged, examples))
      latest = { version, body, etag: `"${createHash('sha1').update(body).digest('base64url')}"` }
    }
    return latest
  }
}

const documentsByService = (routes: RouteSource, own: OpenApiDocument): Record<string, OpenApiDocument> => {
  const documents: Record<string, OpenApiDocument> = { gateway: own }
  for (const [service, value] of [...routes.documents()].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (isDocument(value)) documents[service] = value
  }
  return documents
}

const isDocument = (value: unknown): value is OpenApiDocument =>
  typeof value === 'object' && value !== null && 'paths' in value && 'components' in value
