// Request samples: each function takes a request ({ operation, params, query, headers, body, file }) and returns code.

const bodyOf = ({ body }) => {
  if (body === undefined || body === '') return undefined
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}

/** Returns the path with its parameters; those without a value stay as `{name}`. */
export const pathOf = ({ operation, params }) =>
  operation.base +
  operation.path.replaceAll(/\{(\w+)\}/g, (whole, name) =>
    params[name] ? encodeURIComponent(params[name]) : whole,
  )

export const queryOf = ({ query }) => {
  const given = Object.entries(query).filter(([, value]) => value !== '')
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}

const needsToken = ({ operation }) => operation.security?.some((one) => 'bearer' in one) ?? false
const acceptsKeys = ({ operation }) => operation.security?.some((one) => 'apiKey' in one) ?? false
export const fileFieldOf = ({ operation }) => {
  const form = operation.requestBody?.content['multipart/form-data']
  return form
    ? Object.entries(form.schema.properties).find(([, field]) => field.contentMediaType)?.[0]
    : undefined
}

const quote = (text) => `'${text.replaceAll("'", String.raw`'\''`)}'`

export const toCurl = (request) => {
  const { operation, headers } = request
  const field = fileFieldOf(request)
  const parts = [
    operation.method === 'GET' ? 'curl' : `curl -X ${operation.method}`,
    quote(location.origin + pathOf(request) + queryOf(request)),
    ...(needsToken(request) ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...Object.entries(headers)
      .filter(([, value]) => value !== '')
      .map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(field ? [`-F ${quote(`${field}=@photo.png`)}`] : []),
    ...(request.body
      ? ["-H 'Content-Type: application/json'", `-d ${quote(JSON.stringify(bodyOf(request), null, 2))}`]
      : []),
  ]
  return parts.join(' \\\n  ')
}

const isName = (key) => /^[A-Za-z_$][\w$]*$/.test(key)

/** Writes a JSON value as a literal; `style` decides how keys, texts and constants look. */
const literal = (value, style, indent) => {
  if (value === null || typeof value === 'boolean') return style.constant(value)
  if (typeof value === 'string') return style.text(value)
  if (typeof value !== 'object') return String(value)
  const inner = `${indent}${style.step}`
  const isList = Array.isArray(value)
  const items = isList
    ? value.map((item) => literal(item, style, inner))
    : Object.entries(value).map(([key, item]) => `${style.key(key)}: ${literal(item, style, inner)}`)
  const [first, last] = isList ? '[]' : '{}'
  if (items.length === 0) return first + last
  const short = isList ? `[${items.join(', ')}]` : `{ ${items.join(', ')} }`
  if (short.length < 70 && !short.includes('\n'))
    return style.tight && !isList ? `{${items.join(', ')}}` : short
  return `${first}\n${items.map((item) => `${inner}${item},`).join('\n')}\n${indent}${last}`
}

const singleQuoted = (text) =>
  `'${text
    .replaceAll('\\', '\\\\')
    .replaceAll("'", String.raw`\'`)
    .replaceAll('\n', String.raw`\n`)}'`

const typescript = {
  step: '  ',
  constant: String,
  text: singleQuoted,
  key: (key) => (isName(key) ? key : singleQuoted(key)),
}
const python = {
  step: '    ',
  tight: true,
  constant: (value) => ({ true: 'True', false: 'False', null: 'None' })[String(value)],
  text: (text) => JSON.stringify(text),
  key: (key) => JSON.stringify(key),
}

const toCamel = (name) => name.replaceAll(/-([a-z])/g, (_, letter) => letter.toUpperCase())

const resultOf = ({ operation }, api) => {
  const status = Object.keys(operation.responses).find((one) => one.startsWith('2'))
  const schema = api.resolve(operation.responses[status]?.content?.['application/json']?.schema)
  const names = Object.keys(schema.properties ?? {}).filter(isName)
  if (names.length > 0 && names.length < 4) return `const { ${names.join(', ')} } = `
  return Object.keys(operation.responses[status]?.content ?? {}).length > 0 ? 'const reply = ' : ''
}

export const toTypescript = (request, api) => {
  const { operation, params, query, headers } = request
  const area = operation['x-service']
  const { workspaceId, ...others } = Object.fromEntries(
    [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, params[name] || `<${name}>`]),
  )
  const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))
  const field = fileFieldOf(request)
  const body = bodyOf(request)
  const key = headers['Idempotency-Key']
  const call = {
    ...(Object.keys(others).length > 0 && { params: others }),
    ...(Object.keys(given).length > 0 && { query: given }),
    ...(body !== undefined && { body }),
    ...(key && { idempotencyKey: key }),
  }
  const options = [
    `url: ${singleQuoted(location.origin)}`,
    ...(acceptsKeys(request) ? ['apiKey: process.env.API_KEY'] : []),
    ...(workspaceId ? [`workspaceId: ${singleQuoted(workspaceId)}`] : []),
  ]
  const argument = field
    ? `{ ${Object.keys(others).length > 0 ? `params: ${literal(others, typescript, '')}, ` : ''}form: { ${field}: photo } }`
    : literal(call, typescript, '')
  return [
    "import { createPlatformClient } from '@workspace-platform/client'",
    `import { ${toCamel(area)} } from '@workspace-platform/client/${area}'`,
    '',
    `const platform = createPlatformClient({ ${options.join(', ')} })`,
    ...(needsToken(request) && !acceptsKeys(request) ? ['// after platform.use(identity).login(…)'] : []),
    `const { ${operation.operationId} } = platform.use(${toCamel(area)})`,
    `${resultOf(request, api)}await ${operation.operationId}(${argument === '{}' ? '' : argument})`,
  ].join('\n')
}

export const toPython = (request) => {
  const { operation, query, headers } = request
  const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))
  const sent = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''))
  const field = fileFieldOf(request)
  const body = bodyOf(request)
  const lines = [
    `    ${JSON.stringify(location.origin + pathOf(request))},`,
    ...(needsToken(request) || Object.keys(sent).length > 0
      ? [`    headers={${headerItems(request, sent).join(', ')}},`]
      : []),
    ...(Object.keys(given).length > 0 ? [`    params=${literal(given, python, '    ')},`] : []),
    ...(field ? [`    files={${JSON.stringify(field)}: open("photo.png", "rb")},`] : []),
    ...(body === undefined ? [] : [`    json=${literal(body, python, '    ')},`]),
    '    timeout=30,',
  ]
  return [
    ...(needsToken(request) ? ['import os'] : []),
    'import requests',
    '',
    `reply = requests.${operation.method.toLowerCase()}(`,
    ...lines,
    ')',
    'reply.raise_for_status()',
    ...(operation.responses['204'] ? [] : ['print(reply.json())']),
  ].join('\n')
}

const headerItems = (request, sent) => [
  ...(needsToken(request) ? [`"Authorization": f"Bearer {os.environ['TOKEN']}"`] : []),
  ...Object.entries(sent).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`),
]

export const languages = { curl: toCurl, TypeScript: toTypescript, Python: toPython }
