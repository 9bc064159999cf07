export type Schema = Record<string, unknown>

const isIdentifier = (text: string): boolean => /^[A-Za-z_$][\w$]*$/.test(text)

/** Quotes a property name when necessary. */
export const toKey = (name: string): string => (isIdentifier(name) ? name : `'${name}'`)

/** Formats a doc comment; returns an empty string for an empty text. */
export const toComment = (text: unknown, indent = ''): string =>
  typeof text === 'string' && text !== '' ? `${indent}/** ${text.replaceAll('*/', '*\\/')} */\n` : ''

const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll(/['\\]/g, '\\$&')}'` : JSON.stringify(value)

const union = (types: string[]): string => [...new Set(types)].join(' | ')

/** Wraps a type in parentheses if it is a union or an intersection at the top level. */
const group = (type: string): string => {
  let outside = type
  for (let before = ''; before !== outside;) {
    before = outside
    outside = outside.replaceAll(/\{[^{}]*\}/g, '')
  }
  return / [|&] /.test(outside) ? `(${type})` : type
}

const refName = (ref: unknown): string => String(ref).split('/').at(-1)!

/** Returns the TypeScript type of a JSON schema. `#/components/schemas/Client` becomes `Client`. */
export const toType = (schema: Schema, indent = ''): string => {
  if ('$ref' in schema) return refName(schema.$ref)
  if ('const' in schema) return literal(schema.const)
  if ('not' in schema) return 'undefined'
  if (Array.isArray(schema.enum)) return union(schema.enum.map(literal))
  const choices = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined
  if (choices) return union(choices.map((choice) => toType(choice, indent)))
  if (Array.isArray(schema.allOf))
    return (schema.allOf as Schema[]).map((part) => group(toType(part, indent))).join(' & ')
  if (Array.isArray(schema.type))
    return union(schema.type.map((type: unknown) => toType({ ...schema, type }, indent)))
  switch (schema.type) {
    case 'string':
      return 'string'
    case 'integer':
    case 'number':
      return 'number'
    case 'boolean':
      return 'boolean'
    case 'null':
      return 'null'
    case 'array':
      return toArray(schema, indent)
    case 'object':
      return toObject(schema, indent)
    default:
      return 'unknown'
  }
}

/**
 * Adds to each object of a union the fields of the others as `undefined`, so that a field can be read before it is
 * known which object it is.
 */
export const withFieldsOfAll = (schema: Schema): Schema => {
  const choices = schema.oneOf as Schema[] | undefined
  if (!choices?.every(({ type, properties }) => type === 'object' && properties)) return schema
  const names = new Set(choices.flatMap(({ properties }) => Object.keys(properties as object)))
  const absent = (properties: object) =>
    Object.fromEntries([...names].filter((name) => !(name in properties)).map((name) => [name, { not: {} }]))
  return {
    ...schema,
    oneOf: choices.map(({ properties, ...choice }) => ({
      ...choice,
      properties: { ...(properties as object), ...absent(properties as object) },
    })),
  }
}

const toArray = ({ items, prefixItems }: Schema, indent: string): string => {
  if (Array.isArray(prefixItems))
    return `[${(prefixItems as Schema[]).map((item) => toType(item, indent)).join(', ')}]`
  return `${group(toType((items as Schema | undefined) ?? {}, indent))}[]`
}

const toObject = (schema: Schema, indent: string): string => {
  const { additionalProperties: others } = schema
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>)
  const record =
    typeof others === 'object' && others !== null
      ? `Record<string, ${toType(others as Schema, indent)}>`
      : 'Record<string, unknown>'
  if (properties.length === 0) return record
  const required = new Set((schema.required as string[] | undefined) ?? [])
  const inner = `${indent}  `
  const fields = properties.map(
    ([name, field]) =>
      `${toComment(field.description, inner)}${inner}${toKey(name)}${required.has(name) ? '' : '?'}: ${toType(field, inner)}\n`,
  )
  return `{\n${fields.join('')}${indent}}`
}
