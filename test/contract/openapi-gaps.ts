export type Schema = Record<string, unknown>

/** Returns the paths of all fields without a description, such as `Client.discount.kind`. */
export const fieldsWithoutDescription = (schema: Schema, path: string): string[] => {
  const fields = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>)
  const lists = ['anyOf', 'oneOf', 'allOf'].flatMap((key) => (schema[key] ?? []) as Schema[])
  const inner = ['items', 'additionalProperties'].flatMap((key) =>
    typeof schema[key] === 'object' ? [schema[key] as Schema] : [],
  )
  return [
    ...fields.flatMap(([name, field]) => [
      ...(field['description'] ? [] : [`${path}.${name}`]),
      ...fieldsWithoutDescription(field, `${path}.${name}`),
    ]),
    ...[...lists, ...inner].flatMap((each) => fieldsWithoutDescription(each, path)),
  ]
}
