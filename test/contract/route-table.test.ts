import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OpenApiDocument } from '@wp/http'
import { repositoryRoot } from '@wp/local-platform'
import { platform } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import { openApiDocument } from '@wp/gateway/documents'
import { findBreakingChanges } from '@wp/tools/breaking-changes'
import { hasWorkspace, titledRows } from './caller.ts'
import { allRoutes } from '@wp/gateway/contracts'

const routes = await allRoutes()
const repeated = (values: string[]) => values.filter((value, index) => values.indexOf(value) !== index)

/** Identifies an operation regardless of its parameter names, as in `GET /things/{}`. */
const operationsOf = ({ paths }: OpenApiDocument): string[] =>
  Object.entries(paths)
    .flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '{}')}`),
    )
    .toSorted()

const declaredOperations = (): string[] =>
  routes.map(({ route }) => `${route.method} ${route.path.replaceAll(/:[A-Za-z0-9]+/g, '{}')}`).toSorted()

describe('route table', () => {
  it('has no duplicate ids and no duplicate pairs of method and path', () => {
    expect(repeated(routes.map(({ route }) => route.id))).toEqual([])
    expect(repeated(declaredOperations())).toEqual([])
  })

  it.each(titledRows(routes))(
    '%s declares the error statuses that its access rules imply',
    (_, { route }) => {
      const implied = {
        open: [],
        'signed-in': [401],
        admin: [401, 403],
        workspace: hasWorkspace(route) ? [401, 403, 404] : [401, 403],
      }[route.access.kind]
      expect(implied.filter((status) => !(route.fails as readonly number[]).includes(status))).toEqual([])
    },
  )

  it('matches the operations in the generated OpenAPI document', async () => {
    expect(operationsOf(await openApiDocument())).toEqual(declaredOperations())
  })

  it('matches the operations in the OpenAPI document that the gateway serves', async () => {
    const reply = await fetch(`${platform().gatewayUrl}/openapi.json`)
    expect(operationsOf((await reply.json()) as OpenApiDocument)).toEqual(declaredOperations())
  })

  /** Reads the released document and removes the version prefix from its paths, because ours do not contain it. */
  const readReleased = (): OpenApiDocument => {
    const file = join(repositoryRoot, 'docs/released/openapi.v1.json')
    const document = JSON.parse(readFileSync(file, 'utf8')) as OpenApiDocument
    const paths = Object.entries(document.paths).map(([path, operations]) => [
      path.replace(/^\/v1(?=\/)/, ''),
      Object.fromEntries(
        Object.entries(operations).map(([method, operation]) => [
          method,
          { ...operation, security: operation.security ?? [{}] },
        ]),
      ),
    ])
    return { ...document, paths: Object.fromEntries(paths) as OpenApiDocument['paths'] }
  }

  // Until the first release, the released document is the specification's, which does not state every limit and body.
  it('has no breaking changes compared with the released OpenAPI document', async () => {
    const document = await openApiDocument()
    expect(findBreakingChanges(readReleased(), document, { isOldIncomplete: true })).toEqual([])
  })
})
