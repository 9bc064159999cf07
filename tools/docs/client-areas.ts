import { idempotencyOf, toOpenApi, type OpenApiDocument, type Route } from '@wp/http'
import { errorCodes } from '@wp/kernel'
import { contracts, type ServiceContract } from '@wp/gateway/contracts'
import { toCamel, toPascal } from './names.ts'
import { toComment, toKey, toType, type Schema } from './schema-types.ts'

const folder = 'libs/client/src/areas'
const header = '// Made by npm run wp -- docs from the route contracts: change those.\n'

type Operation = OpenApiDocument['paths'][string][string]

/** The content of every reply that is no failure. */
const successesOf = (route: Route, { responses }: Operation) => {
  const statuses = Object.keys(route.replies).filter((status) => Number(status) < 400)
  return statuses.map((status) => ({ status: Number(status), content: contentOf(responses[status]) }))
}

const contentOf = (response: unknown): Record<string, { schema: Schema }> =>
  ((response as { content?: unknown } | undefined)?.content ?? {}) as Record<string, { schema: Schema }>

const refTo = (schema: Schema, { components }: OpenApiDocument): Schema =>
  '$ref' in schema ? (components.schemas[String(schema.$ref).split('/').at(-1)!] as Schema) : schema

const choicesOf = (schema: Schema, document: OpenApiDocument): Schema[] => {
  const found = refTo(schema, document)
  return ((found.anyOf as Schema[] | undefined) ?? [found]).map((choice) => refTo(choice, document))
}

type Facts = {
  list: { name: string; item: Schema } | null
  begins: boolean
  json: Schema[]
  other: string[]
  hasEmpty: boolean
}

const factsOf = (route: Route, operation: Operation, document: OpenApiDocument): Facts => {
  const successes = successesOf(route, operation)
  const contents = successes.flatMap(({ content }) => Object.entries(content))
  const json = contents.filter(([type]) => type === 'application/json').map(([, { schema }]) => schema)
  const [first] = json
  const fields = first
    ? (choicesOf(first, document)[0]!.properties as Record<string, Schema> | undefined)
    : {}
  const isPaged = fields?.['pagination'] !== undefined && 'limit' in (route.query?.shape ?? {})
  const listed = Object.entries(fields ?? {}).find(([, { type }]) => type === 'array')
  const begins = json.some((schema) =>
    choicesOf(schema, document).some(({ properties = {} }) => 'refreshToken' in (properties as object)),
  )
  return {
    list: isPaged && listed ? { name: listed[0], item: listed[1].items as Schema } : null,
    begins,
    json,
    other: [...new Set(contents.map(([type]) => type).filter((type) => type !== 'application/json'))],
    hasEmpty: successes.some(({ content }) => Object.keys(content).length === 0),
  }
}

/** What the client has to know of a route when it runs. */
const entryOf = (route: Route, { list, begins }: Facts): Record<string, unknown> => ({
  method: route.method,
  path: route.path,
  ...(route.root && { root: true }),
  ...(route.access.kind === 'open' && { open: true }),
  ...(idempotencyOf(route) !== 'none' && { creates: true }),
  ...(list && { list: list.name }),
  ...(list && !('after' in (route.query?.shape ?? {})) && { walk: 'page' }),
  ...(route.upload && { file: route.upload.field }),
  ...(begins && { session: route.id === 'refresh' ? 'goes-on' : 'begins' }),
  ...(route.id === 'logout' && { session: 'ends' }),
})

const entryText = (entry: Record<string, unknown>): string =>
  `{ ${Object.entries(entry)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? `'${value}'` : JSON.stringify(value)}`)
    .join(', ')} }`

const queryType = ({ parameters = [] }: Operation): string | null => {
  const query = parameters.filter((parameter) => parameter.in === 'query')
  if (query.length === 0) return null
  const fields = query.map(({ name, required, description, schema }) => {
    const type = toType(schema, '      ')
    // A list of one may be given alone.
    const list = /^(.*)\[\]$/.exec(type)
    return `${toComment(description, '      ')}      ${toKey(name)}${required ? '' : '?'}: ${list ? `${type} | ${list[1]}` : type}\n`
  })
  return `query${query.some(({ required }) => required) ? '' : '?'}: {\n${fields.join('')}    }`
}

const bodyType = (route: Route, { requestBody }: Operation): string | null => {
  if (!requestBody) return null
  if (route.rawBody) return 'body?: string | Uint8Array | Blob'
  const [content] = Object.values(requestBody.content)
  const { schema } = content as { schema: Schema }
  if (!route.upload) return `body${requestBody.required ? '' : '?'}: ${toType(schema, '    ')}`
  const { [route.upload.field]: _, ...fields } = schema.properties as Record<string, Schema>
  const others = Object.entries(fields).map(([name, field]) => `; ${toKey(name)}?: ${toType(field, '    ')}`)
  return `form: { ${route.upload.field}: Blob${others.join('')} }`
}

const replyType = ({ json, other, hasEmpty }: Facts): string => {
  const types = json.map((schema) => toType(schema, '    '))
  if (types.length === 0 && other.length > 0) types.push('Blob')
  if (hasEmpty) types.push('null')
  return [...new Set(types)].join(' | ')
}

const typesOf = (route: Route, operation: Operation, facts: Facts): string => {
  const params = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path')
  const parts = [
    params.length > 0 ? `params: ${params.map(({ name }) => `'${name}'`).join(' | ')}` : null,
    queryType(operation),
    bodyType(route, operation),
    `reply: ${replyType(facts)}`,
    facts.list ? `item: ${toType(facts.list.item, '    ')}` : null,
    facts.json.length > 0 && facts.other.length > 0
      ? `accept: ${facts.other.map((type) => `'${type}'`).join(' | ')}`
      : null,
  ]
  const lines = parts.filter((part) => part !== null).map((part) => `    ${part}\n`)
  return `${toComment(route.summary, '  ')}  ${route.id}: {\n${lines.join('')}  }\n`
}

const areaText = ({ service, routes }: ServiceContract): string => {
  const document = toOpenApi(routes, { title: service, version: '1' })
  const sorted = routes.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const operations = new Map(
    Object.values(document.paths)
      .flatMap((path) => Object.values(path))
      .map((operation) => [operation.operationId, operation]),
  )
  const known = sorted.map((route) => {
    const operation = operations.get(route.id)!
    return { route, operation, facts: factsOf(route, operation, document) }
  })
  const routesType = `${toPascal(service)}Routes`
  const used = known.map(({ route, operation, facts }) => typesOf(route, operation, facts)).join('')
  const schemas = Object.entries(document.components.schemas)
    .filter(([name]) => name !== 'Error')
    .map(([name, schema]) => `export type ${name} = ${toType(schema as Schema)}\n\n`)
  return [
    header,
    "import type { Area } from '../route.ts'\n\n",
    ...schemas,
    `/** What the routes of ${service} take and give. */\nexport type ${routesType} = {\n${used}}\n\n`,
    `/** The routes of ${service}, for \`client.use\`. */\nexport const ${toCamel(service)}: Area<${routesType}> = {\n`,
    ...known.map(({ route, facts }) => `  ${route.id}: ${entryText(entryOf(route, facts))},\n`),
    '}\n',
  ].join('')
}

const errorsText = (): string =>
  `${header}/** Every error code that the platform may answer. */\nexport type ErrorCode =\n${Object.keys(
    errorCodes,
  )
    .map((code) => `  | '${code}'\n`)
    .join('')}`

/** The route tables and types of the client: file name → content. */
export const clientFiles = async (): Promise<Record<string, string>> => ({
  [`${folder}/errors.ts`]: errorsText(),
  ...Object.fromEntries(
    (await contracts()).map((contract) => [`${folder}/${contract.service}.ts`, areaText(contract)]),
  ),
})
