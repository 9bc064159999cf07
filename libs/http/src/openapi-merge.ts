import { isDeepStrictEqual } from 'node:util'
import type { OpenApiDocument, OpenApiInfo } from './openapi-document.ts'

/**
 * Returns one document for all services, or null when there are none. The first service with a method and path wins. A
 * schema that differs from an earlier one with the same name is prefixed with its service's name (`PosSession`).
 */
export const mergeOpenApi = (
  documents: Readonly<Record<string, OpenApiDocument>>,
  info: OpenApiInfo,
): OpenApiDocument | null => {
  const [first] = Object.values(documents)
  if (!first) return null
  const merged: OpenApiDocument = {
    openapi: '3.1.0',
    info: { ...info },
    servers: first.servers,
    tags: [],
    paths: {},
    components: { schemas: {}, responses: {}, headers: {}, securitySchemes: {} },
  }
  for (const [service, document] of Object.entries(documents)) {
    const unique = withUniqueNames(document, merged.components.schemas, service)
    Object.assign(merged.components.schemas, unique.components.schemas)
    Object.assign(merged.components.responses, unique.components.responses)
    Object.assign(merged.components.headers, unique.components.headers)
    Object.assign(merged.components.securitySchemes, unique.components.securitySchemes)
    if (unique.webhooks) merged.webhooks = { ...merged.webhooks, ...unique.webhooks }
    if (unique['x-errors']) merged['x-errors'] = { ...unique['x-errors'], ...merged['x-errors'] }
    for (const [path, operations] of Object.entries(unique.paths)) {
      merged.paths[path] = { ...withService(operations, service), ...merged.paths[path] }
    }
  }
  const tags = Object.values(documents).flatMap((document) => document.tags)
  merged.tags = uniqueTags(tags).sort((a, b) => (a.name < b.name ? -1 : 1))
  merged.paths = Object.fromEntries(Object.entries(merged.paths).sort(([a], [b]) => (a < b ? -1 : 1)))
  return merged
}

/** Returns each tag once, with its first description. */
export const uniqueTags = (tags: OpenApiDocument['tags']): OpenApiDocument['tags'] => {
  const described = tags.filter(({ description }) => description !== undefined)
  return [...new Map([...tags, ...described.toReversed()].map((tag) => [tag.name, tag])).values()]
}

type Operations = OpenApiDocument['paths'][string]

const withService = (operations: Operations, service: string): Operations =>
  Object.fromEntries(
    Object.entries(operations).map(([method, operation]) => [method, { ...operation, 'x-service': service }]),
  )

const withUniqueNames = (
  document: OpenApiDocument,
  taken: Readonly<Record<string, unknown>>,
  service: string,
): OpenApiDocument => {
  const clashes = Object.entries(document.components.schemas).filter(
    ([name, schema]) => name in taken && !isDeepStrictEqual(taken[name], schema),
  )
  if (clashes.length === 0) return document
  const prefix = service.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase())
  let text = JSON.stringify(document)
  for (const [name] of clashes) {
    text = text.replaceAll(`"#/components/schemas/${name}"`, `"#/components/schemas/${prefix}${name}"`)
  }
  const unique = JSON.parse(text) as OpenApiDocument
  for (const [name] of clashes) {
    unique.components.schemas[`${prefix}${name}`] = unique.components.schemas[name]!
    delete unique.components.schemas[name]
  }
  return unique
}
