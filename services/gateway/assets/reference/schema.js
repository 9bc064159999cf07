import { el, inline, lazyDetails } from './dom.js'

const nameOf = (schema) => schema.$ref?.split('/').at(-1)
const choicesOf = (schema) => schema.oneOf ?? schema.anyOf

/** Returns a short name for the type of a schema, such as `Client`, `string[]` or `integer | null`. */
export const typeName = (schema) => {
  if (schema.$ref) return nameOf(schema)
  const choices = choicesOf(schema)
  if (choices) return [...new Set(choices.map(typeName))].join(' | ')
  if (schema.allOf) return typeName(schema.allOf[0])
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.type === 'array') {
    const item = typeName(schema.items ?? {})
    return item.includes(' | ') ? `(${item})[]` : `${item}[]`
  }
  const type = [schema.type ?? 'any'].flat().join(' | ')
  return schema.format ? `${type} (${schema.format})` : type
}

const limits = {
  minLength: 'at least %s characters',
  maxLength: 'at most %s characters',
  minimum: 'at least %s',
  maximum: 'at most %s',
  exclusiveMinimum: 'more than %s',
  minItems: 'at least %s items',
  maxItems: 'at most %s items',
}
// JavaScript's largest safe integers say nothing about a field.
const isTelling = (value) => typeof value !== 'number' || Math.abs(value) < Number.MAX_SAFE_INTEGER

const constraintsOf = (schema) => [
  ...Object.entries(limits)
    .filter(([name]) => schema[name] !== undefined && isTelling(schema[name]))
    .map(([name, text]) => text.replace('%s', schema[name]).replace(/ 1 (\w+)s$/, ' 1 $1')),
  ...(schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`]),
]

const valuesOf = (schema) => schema.enum ?? schema.items?.enum ?? []

/** Creates the list of a schema's fields. Nested records are made when they are opened. */
export const fieldList = (schema, api, seen = []) => {
  const resolved = api.resolve(schema)
  const choices = choicesOf(resolved)?.filter(({ type }) => type !== 'null') ?? []
  if (choices.length > 1)
    return choices.map((choice, index) =>
      lazyDetails(`Form ${index + 1} of ${choices.length}`, () => fieldList(choice, api, seen), {
        open: index === 0,
      }),
    )
  if (choices.length === 1) return fieldList(choices[0], api, seen)
  if (resolved.type === 'array') return fieldList(resolved.items ?? {}, api, seen)
  const parts = (resolved.allOf ?? [resolved]).map((part) => api.resolve(part))
  const required = new Set(parts.flatMap((part) => part.required ?? []))
  const properties = Object.entries(Object.assign({}, ...parts.map((part) => part.properties ?? {})))
  return [
    el(
      'ul',
      { class: 'fields' },
      properties.map(([name, field]) =>
        fieldItem({ name, schema: field, required: required.has(name), api, seen }),
      ),
    ),
  ]
}

/** Creates the entry of one field or parameter. */
export const fieldItem = ({ name, schema, required, description, api, seen = [], place = '' }) => {
  const type = typeName(schema)
  const text = description ?? schema.description ?? api.resolve(schema).description
  const facts = constraintsOf(api.resolve(schema))
  const values = valuesOf(schema)
  return el(
    'li',
    {},
    el('code', { class: 'name' }, name),
    ' ',
    el('span', { class: 'type' }, place ? `${place} · ${type}` : type),
    required ? el('span', { class: 'required' }, 'required') : null,
    text ? el('p', {}, inline(text)) : null,
    facts.length > 0 ? el('p', { class: 'facts' }, facts.join(', ')) : null,
    values.length > 0
      ? el(
          'p',
          { class: 'facts' },
          'One of ',
          values.map((value) => [el('code', {}, String(value)), ' ']).flat(),
        )
      : null,
    hasFields(schema, api) && !seen.includes(nameOf(schema))
      ? lazyDetails('Fields', () => fieldList(schema, api, [...seen, nameOf(schema)].filter(Boolean)))
      : null,
  )
}

const hasFields = (schema, api) => {
  const resolved = api.resolve(schema)
  const choices = choicesOf(resolved) ?? resolved.allOf
  if (choices) return choices.some((choice) => hasFields(choice, api))
  if (resolved.type === 'array') return hasFields(resolved.items ?? {}, api)
  return resolved.properties !== undefined
}

/** Returns the names and descriptions of all fields, for the search. */
export const textsOf = (schema, api, seen = new Set()) => {
  if (!schema || typeof schema !== 'object') return []
  const name = nameOf(schema)
  if (name) {
    if (seen.has(name)) return []
    seen.add(name)
  }
  const resolved = api.resolve(schema)
  const parts = [...(choicesOf(resolved) ?? []), ...(resolved.allOf ?? []), resolved.items]
  return [
    ...Object.entries(resolved.properties ?? {}).flatMap(([key, field]) => [
      key,
      field.description ?? '',
      ...textsOf(field, api, seen),
    ]),
    ...parts.flatMap((part) => textsOf(part, api, seen)),
  ]
}
