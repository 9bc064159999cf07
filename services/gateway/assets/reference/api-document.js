/** Loads the OpenAPI document and returns its areas and operations. */
export const loadApi = async () => {
  const reply = await fetch('/openapi.json')
  if (!reply.ok) throw new Error(`The OpenAPI document could not be loaded (${reply.status})`)
  return toApi(await reply.json())
}

const methodOrder = ['get', 'post', 'put', 'patch', 'delete']

const toApi = (document) => {
  const operations = [
    ...Object.entries(document.paths).flatMap(([path, methods]) =>
      methodOrder
        .filter((method) => methods[method])
        .map((method) => ({
          ...methods[method],
          method: method.toUpperCase(),
          path,
          base: methods[method].servers ? '' : '/v1',
        })),
    ),
    ...Object.entries(document.webhooks ?? {}).map(([type, { post }]) => ({
      ...post,
      method: 'EVENT',
      path: type,
      base: '',
    })),
  ]
  const byTag = Map.groupBy(operations, ({ tags }) => tags[0])
  const descriptions = new Map(document.tags.map(({ name, description }) => [name, description]))
  const groups = document['x-tagGroups'].map(({ name, tags }) => ({
    name,
    tags: tags.map((tag) => ({
      name: tag,
      description: descriptions.get(tag) ?? '',
      operations: byTag.get(tag) ?? [],
    })),
  }))
  return {
    document,
    groups,
    tags: new Map(groups.flatMap(({ tags }) => tags.map((tag) => [tag.name, tag]))),
    operations: new Map(operations.map((operation) => [operation.operationId, operation])),
    resolve: (value) => resolve(value, document),
  }
}

/** Returns the component that `$ref` names, but a description next to the reference takes precedence. */
const resolve = (value, document) => {
  if (!value?.$ref) return value ?? {}
  const found = value.$ref
    .slice(2)
    .split('/')
    .reduce((part, key) => part?.[key], document)
  const resolved = resolve(found ?? {}, document)
  return value.description ? { ...resolved, description: value.description } : resolved
}

export const hashOfTag = (name) => `#tag/${encodeURIComponent(name)}`
export const hashOf = (operation) => `#${operation.operationId}`
