import type { z } from 'zod'
import { acceptsApiKeys, acceptsBearer, accessSummary } from './access.ts'
import type { Access, OpenAccess, WorkspaceNeed } from './access.ts'
import { ErrorEnvelope } from './failure.ts'
import { declaredCodes } from './openapi-codes.ts'
import { parsePath } from './path.ts'
import { errorsOf, idempotencyOf, needsSubscription } from './route.ts'
import type { Route } from './route.ts'
import type { OpenApiDocument, OpenApiInfo, OpenApiOperation, OpenApiParameter } from './openapi-document.ts'
import { headerComponents, responseComponents, responsesOf } from './openapi-responses.ts'
import { schemaWriter } from './openapi-schemas.ts'
import type { JsonSchema, SchemaWriter } from './openapi-schemas.ts'
import { uniqueTags } from './openapi-merge.ts'
import { toWebhooks, webhooksTag } from './openapi-webhooks.ts'
import type { WebhookDescription } from './openapi-webhooks.ts'

/**
 * Returns the OpenAPI 3.1 document for the routes and webhooks, without pages of applications. All failures share the
 * Error schema, and named records become components.
 */
export const toOpenApi = (
  routes: readonly Route[],
  info: OpenApiInfo,
  webhooks: readonly WebhookDescription[] = [],
): OpenApiDocument => {
  const schemas = schemaWriter()
  schemas.output(ErrorEnvelope)
  const paths: OpenApiDocument['paths'] = {}
  const documented = routes.filter(({ isPage }) => !isPage)
  for (const route of documented) {
    const path = templateOf(route.path)
    paths[path] ??= {}
    paths[path][route.method.toLowerCase()] = operationOf(route, schemas)
  }
  const errors = errorsOf(documented)
  return {
    openapi: '3.1.0',
    info: { ...info },
    servers: [{ url: '/v1' }, { url: '/api/v1', description: 'Alias that serves the same routes' }],
    tags: uniqueTags([...documented.map(tagOf), ...webhooks.map(() => ({ name: webhooksTag }))]),
    paths,
    ...(errors.length > 0 && { 'x-errors': Object.fromEntries(errors.map((error) => [error.code, error])) }),
    ...(webhooks.length > 0 && { webhooks: toWebhooks(webhooks, schemas) }),
    components: {
      schemas: schemas.components,
      responses: responseComponents(),
      headers: headerComponents,
      securitySchemes,
    },
  }
}

const securitySchemes = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The access token of a person, from a login.',
  },
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'wpk_live_…',
    description:
      'An API key of a workspace, for programs. Create one with `POST /workspace/{workspaceId}/api-keys`.',
  },
  refreshCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'wp_refresh',
    description:
      'The refresh token of a login session. A login sets this cookie (HttpOnly), and each refresh replaces it.',
  },
}

const templateOf = (path: string): string =>
  `/${parsePath(path)
    .map((segment) => {
      if (segment.kind === 'static') return segment.text
      return segment.kind === 'rest' ? `{${segment.name}}` : `{${segment.name}}${segment.suffix}`
    })
    .join('/')}`

const tagOf = (route: Route): OpenApiDocument['tags'][number] => {
  if (route.tag) return typeof route.tag === 'string' ? { name: route.tag } : { ...route.tag }
  const names = parsePath(route.path).flatMap((segment) => (segment.kind === 'static' ? [segment.text] : []))
  return { name: names.find((name) => name !== 'workspace' && name !== 'client') ?? 'platform' }
}

const operationOf = (route: Route, schemas: SchemaWriter): OpenApiOperation => {
  const parameters = parametersOf(route, schemas)
  const requestBody = requestBodyOf(route, schemas)
  return {
    operationId: route.id,
    summary: route.summary,
    description: [route.description, describeAccess(route)].filter(Boolean).join('\n\n'),
    tags: [tagOf(route).name],
    ...(route.deprecated
      ? { deprecated: true, 'x-sunset': route.deprecated.sunset, 'x-successor': route.deprecated.successor }
      : {}),
    security: securityOf(route.access),
    'x-access': accessSummary(route.access),
    'x-error-codes': declaredCodes(route),
    ...(route.root ? { servers: [{ url: '/' }] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(requestBody ? { requestBody } : {}),
    responses: responsesOf(route, schemas),
  }
}

const securityOf = (access: Access): OpenApiOperation['security'] => {
  // The token can also be in the body, so the cookie is optional.
  if (access.kind === 'open' && access.cookie) return [{ refreshCookie: [] }, {}]
  if (!acceptsBearer(access)) return []
  return acceptsApiKeys(access) ? [{ bearer: [] }, { apiKey: [] }] : [{ bearer: [] }]
}

/** Returns a sentence that describes who may call the route. */
const describeAccess = (route: Route): string => {
  const { access } = route
  switch (access.kind) {
    case 'open':
      return access.header ? `Requires the header \`${access.header.name}\`.` : 'Public.'
    case 'signed-in':
      return 'Requires a logged-in user; API keys are not accepted.'
    case 'admin':
      return access.need === 'any'
        ? 'Requires a platform administrator.'
        : `Requires a platform administrator with \`${access.need}\`.`
    case 'workspace': {
      const paid = needsSubscription(route) ? ' The subscription of the workspace must be active.' : ''
      const persons = access.callers === 'persons' ? ' API keys are not accepted.' : ''
      return `Requires ${describeNeed(access.need)}.${paid}${persons}`
    }
  }
}

const describeNeed = (need: WorkspaceNeed): string => {
  if (need === 'member') return 'a member of the workspace'
  if (need === 'owner') return 'the owner of the workspace'
  return `a member of the workspace with ${[need]
    .flat()
    .map((permission) => `\`${permission}\``)
    .join(' or ')}`
}

const parametersOf = (route: Route, schemas: SchemaWriter): OpenApiParameter[] => {
  const path = parsePath(route.path).flatMap((segment): OpenApiParameter[] => {
    if (segment.kind === 'static') return []
    const declared = route.params?.shape[segment.name] as z.ZodType | undefined
    const schema = declared ? schemas.input(declared) : idOrText(segment.name)
    return [{ name: segment.name, in: 'path', required: true, schema }]
  })
  const query = Object.entries(route.query?.shape ?? {}).map(([name, field]): OpenApiParameter => {
    const { description, ...schema } = schemas.input(field as z.ZodType)
    return {
      name,
      in: 'query',
      required: !(field as z.ZodType).safeParse(undefined).success,
      ...(typeof description === 'string' ? { description } : {}),
      schema,
    }
  })
  return [...path, ...query, ...headerParameters(route)]
}

const idOrText = (name: string): JsonSchema =>
  name === 'id' || name.endsWith('Id') ? { type: 'string', pattern: '^[0-9a-f]{24}$' } : { type: 'string' }

const headerParameters = (route: Route): OpenApiParameter[] => {
  const mode = idempotencyOf(route)
  const proof = acceptsBearer(route.access) ? null : (route.access as OpenAccess).header?.name
  return [
    ...(proof ? [{ name: proof, in: 'header' as const, required: true, schema: { type: 'string' } }] : []),
    ...(route.etag
      ? [
          {
            name: 'If-None-Match',
            in: 'header' as const,
            required: false,
            description:
              'The `ETag` of an earlier reply. While it is current, the reply is 304 without a body.',
            schema: { type: 'string' },
          },
        ]
      : []),
    ...(mode === 'none'
      ? []
      : [
          {
            name: 'Idempotency-Key',
            in: 'header' as const,
            required: mode === 'required',
            description: `For 24 hours, a repeated request with the same key and body gets the first reply again.${
              mode === 'sealed' ? ' Use a random key: it also encrypts the stored reply.' : ''
            }`,
            schema: { type: 'string', minLength: 1, maxLength: 255 },
          },
        ]),
  ]
}

const requestBodyOf = (route: Route, schemas: SchemaWriter): OpenApiOperation['requestBody'] => {
  if (route.rawBody) return { required: false, content: { '*/*': { schema: {} } } }
  if (route.upload) return uploadBody(route, schemas)
  if (!route.body) return undefined
  const required = !route.body.safeParse(undefined).success
  return { required, content: { 'application/json': { schema: schemas.input(route.body) } } }
}

const uploadBody = (route: Route, schemas: SchemaWriter): OpenApiOperation['requestBody'] => {
  const { field, types } = route.upload!
  const file = { type: 'string', contentMediaType: types.join(', ') }
  const fields = route.body ? schemas.input(route.body) : { type: 'object' }
  const schema: JsonSchema = {
    ...fields,
    properties: { ...(fields.properties as object | undefined), [field]: file },
    required: [...((fields.required as string[] | undefined) ?? []), field],
  }
  return { required: true, content: { 'multipart/form-data': { schema } } }
}
