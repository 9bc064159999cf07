import type { JsonSchema, OpenApiDocument, OpenApiOperation, OpenApiParameter } from '@wp/http'
import { businessFields } from './descriptions/business-fields.ts'
import { commonFields } from './descriptions/common-fields.ts'
import { parameters } from './descriptions/parameters.ts'
import { workspaceFields } from './descriptions/workspace-fields.ts'

const fields: Record<string, string> = { ...commonFields, ...workspaceFields, ...businessFields }

/** Records whose name differs from that of their schema or operation. */
const calledOtherwise: Record<string, string> = {
  Staff: 'staff member',
  staff: 'staff member',
  Test: 'lab test',
  MfaMethod: 'second factor',
  methods: 'second factor',
  signup: 'workspace',
  PageOfCollection: 'page',
  OrderStatus: 'order',
  SessionStatus: 'session',
  JobProgress: 'job',
  AttentionOrder: 'order',
  ContestAttempt: 'attempt',
  ContestAttemptSheet: 'attempt',
  WebhookSummary: 'webhook',
}

const toWords = (name: string): string =>
  calledOtherwise[name] ??
  name
    .replace(/^(Pos|Own|Public|Admin)(?=[A-Z])/, '')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]/g, ' ')
    .toLowerCase()
    .replaceAll('api key', 'API key')

const toSingular = (word: string): string =>
  word
    .replace(/ies$/, 'y')
    .replace(/(ss|x|ch|sh)es$/, '$1')
    .replace(/([^s])s$/, '$1')

/** `createSessionField` → `SessionField`: the subject of an operation. */
const subjectOf = (operationId: string): string =>
  operationId.replace(/^(create|update|put|get|list|set|delete|add|remove|open|close|start)(?=[A-Z])/, '')

/** A position in a document: an operation or a component, and the path of fields from there. */
type Place = {
  readonly root: string
  readonly operationId: string | null
  readonly path: readonly string[]
  readonly isReply?: boolean
}

const isNullable = (schema: JsonSchema): boolean =>
  [schema.type].flat().includes('null') ||
  ((schema.anyOf ?? schema.oneOf ?? []) as JsonSchema[]).some((choice) => isNullable(choice))

/** A description by name ends with the meaning of null, which is omitted where the field cannot be null. */
const withoutNull = (description: string): string => description.replace(/; null\b.*$/, '')

const descriptionAt = ({ root, path }: Place, name: string): string | undefined => {
  const parent = path.at(-1)
  const keys = [[root, ...path, name].join('.'), ...(parent ? [`${parent}.${name}`] : []), name]
  const text = keys.map((key) => fields[key]).find((found) => found !== undefined)
  return text?.replaceAll('{record}', parent ? toSingular(toWords(parent)) : toWords(root))
}

const refName = (schema: JsonSchema): string | null =>
  typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1)! : null

/** Describes a field that contains a named record or a list of them by the name of the field. */
const describeReference = (name: string, schema: JsonSchema): string | undefined => {
  const choices = ((schema.anyOf ?? [schema]) as JsonSchema[]).filter(({ type }) => type !== 'null')
  if (choices.some((choice) => refName(choice))) return `The ${toWords(name)}`
  const items = (schema.items ?? {}) as JsonSchema
  return refName(items) ? `The ${toWords(name)}` : undefined
}

const mapValues = <Value, Result>(
  record: Readonly<Record<string, Value>>,
  change: (value: Value, key: string) => Result,
): Record<string, Result> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]))

const describeField = (name: string, schema: JsonSchema, place: Place): JsonSchema => {
  const inner = describeSchema(schema, { ...place, path: [...place.path, name] })
  if (inner.description) return inner
  const { operationId, path, isReply } = place
  const reference = describeReference(name, schema)
  const ofOperation = operationId && [
    ...(isReply ? [[operationId, 'reply', ...path, name].join('.')] : []),
    [operationId, ...path, name].join('.'),
  ]
  const description =
    (ofOperation || []).map((key) => fields[key]).find((found) => found !== undefined) ??
    // A reply such as `{ client }` contains the record itself, which is more precise than the field's name.
    (operationId && path.length === 0 ? reference : undefined) ??
    descriptionAt(place, name) ??
    reference
  if (!description) return inner
  return { ...inner, description: isNullable(schema) ? description : withoutNull(description) }
}

/** Returns the schema with a description for every field that has none. */
const describeSchema = (schema: JsonSchema, place: Place): JsonSchema => {
  const described: JsonSchema = { ...schema }
  if (schema.properties)
    described.properties = mapValues(schema.properties as Record<string, JsonSchema>, (field, name) =>
      describeField(name, field, place),
    )
  for (const key of ['items', 'additionalProperties'])
    if (typeof schema[key] === 'object') described[key] = describeSchema(schema[key] as JsonSchema, place)
  for (const key of ['anyOf', 'oneOf', 'allOf'])
    if (Array.isArray(schema[key]))
      described[key] = (schema[key] as JsonSchema[]).map((choice) => describeSchema(choice, place))
  return described
}

const describeParameter = (parameter: OpenApiParameter, operationId: string): OpenApiParameter => {
  if (parameter.description) return parameter
  const { name } = parameter
  const text = parameters[`${operationId}.${name}`] ?? parameters[name]
  const id = /^(.+)Id$/.exec(name)?.[1]
  const description = text ?? (id ? `Id of the ${toWords(id)}` : undefined)
  return description ? { ...parameter, description } : parameter
}

type Content = Record<string, { schema: JsonSchema }>

const describeContent = (content: Content, place: Place): Content =>
  mapValues(content, (one) => ({ ...one, schema: describeSchema(one.schema, place) }))

const describeOperation = <Operation extends Pick<OpenApiOperation, 'operationId'>>(
  operation: Operation,
  root: string = subjectOf(operation.operationId),
): Operation => {
  const { operationId } = operation
  const { parameters: given, requestBody, responses } = operation as Partial<OpenApiOperation>
  const place = { root, operationId, path: [] }
  return {
    ...operation,
    ...(given && { parameters: given.map((parameter) => describeParameter(parameter, operationId)) }),
    ...(requestBody && {
      requestBody: { ...requestBody, content: describeContent(requestBody.content, place) },
    }),
    ...(responses && {
      responses: mapValues(responses, (response) =>
        'content' in response && response.content
          ? { ...response, content: describeContent(response.content, { ...place, isReply: true }) }
          : response,
      ),
    }),
  }
}

/** Adds a description to every field and parameter that has none. */
export const describeFields = (document: OpenApiDocument): OpenApiDocument => ({
  ...document,
  paths: mapValues(document.paths, (operations) => mapValues(operations, (each) => describeOperation(each))),
  ...(document.webhooks && {
    webhooks: mapValues(document.webhooks, ({ post }) => ({ post: describeOperation(post, 'Event') })),
  }),
  components: {
    ...document.components,
    schemas: mapValues(document.components.schemas, (schema, root) =>
      describeSchema(schema, { root, operationId: null, path: [] }),
    ),
  },
})
