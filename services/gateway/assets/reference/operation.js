import { hashOf } from './api-document.js'
import { codeBlock, el, inline, lazyDetails, paragraphs } from './dom.js'
import { languages } from './samples.js'
import { fieldItem, fieldList } from './schema.js'
import { followSession } from './session.js'
import { tryPanel } from './try-panel.js'

/** Creates the section of an operation: its description, and its samples beside it. */
export const operationSection = (operation, api) =>
  el(
    'section',
    { id: operation.operationId, class: 'operation' },
    el(
      'div',
      { class: 'doc' },
      el('h2', {}, operation.summary, ' ', el('a', { class: 'anchor', href: hashOf(operation) }, '#')),
      el('p', { class: 'address' }, methodBadge(operation), el('code', {}, operation.base + operation.path)),
      operation.deprecated ? el('p', { class: 'problem' }, 'Deprecated') : null,
      paragraphs(operation.description),
      parameterLists(operation, api),
      bodyFields(operation, api),
      responses(operation, api),
    ),
    el(
      'div',
      { class: 'side' },
      operation.method === 'EVENT' ? eventExample(operation) : samples(operation, api),
    ),
  )

export const methodBadge = ({ method }) =>
  el('span', { class: `method ${method.toLowerCase()}` }, method === 'EVENT' ? 'event' : method)

const parameterLists = ({ parameters = [] }, api) => {
  if (parameters.length === 0) return null
  const items = parameters.map((parameter) =>
    fieldItem({
      ...parameter,
      place: parameter.in,
      schema: parameter.schema,
      api,
    }),
  )
  return [el('h3', {}, 'Parameters'), el('ul', { class: 'fields' }, items)]
}

const bodyFields = ({ requestBody, method }, api) => {
  if (!requestBody) return null
  const [type, { schema }] = Object.entries(requestBody.content)[0]
  const heading = method === 'EVENT' ? 'Body that you receive' : 'Body'
  return [
    el('h3', {}, heading, ' ', el('small', {}, type, requestBody.required ? '' : ', optional')),
    fieldList(schema, api),
  ]
}

const responses = (operation, api) => [
  el('h3', {}, 'Replies'),
  Object.entries(operation.responses).map(([status, given]) => {
    const response = api.resolve(given)
    const isFailure = Number(status) >= 400
    const title = el(
      'span',
      {},
      el('strong', { class: isFailure ? 'failure' : 'success' }, status),
      ' ',
      inline(response.description ?? ''),
    )
    return lazyDetails(title, () => replyDetails(response, api, isFailure))
  }),
]

const replyDetails = (response, api, isFailure) => {
  const headers = Object.entries(response.headers ?? {}).map(([name, header]) =>
    fieldItem({ name, place: 'header', ...api.resolve(header), api }),
  )
  const contents = isFailure ? [] : Object.entries(response.content ?? {})
  return [
    ...contents.flatMap(([type, { schema }]) => [
      el('p', { class: 'facts' }, type),
      ...(type === 'application/json' ? fieldList(schema, api) : []),
    ]),
    ...(headers.length > 0 ? [el('ul', { class: 'fields' }, headers)] : []),
  ]
}

const eventExample = ({ requestBody }) => {
  const { example } = requestBody.content['application/json']
  return example ? [el('h3', {}, 'Example'), codeBlock(JSON.stringify(example, null, 2), 'Example')] : []
}

const exampleOf = ({ requestBody }) => {
  const example = requestBody?.content['application/json']?.example
  return example === undefined ? '' : JSON.stringify(example, null, 2)
}

/** Returns the request that samples show and the form sends. */
const newRequest = (operation) => ({
  operation,
  params: {},
  query: Object.fromEntries(
    (operation.parameters ?? [])
      .filter((parameter) => parameter.in === 'query' && parameter.required)
      .map(({ name, schema }) => [name, schema.enum?.[0] ?? '']),
  ),
  headers: {},
  body: exampleOf(operation),
})

const samples = (operation, api) => {
  const request = newRequest(operation)
  const code = codeBlock('', 'Request sample')
  const shown = code.querySelector('code')
  const tabs = Object.keys(languages).map((name) =>
    el('button', { type: 'button', onclick: () => choose(name) }, name),
  )
  const update = () => {
    const language = languages[localStorage.getItem('language')] ? localStorage.getItem('language') : 'curl'
    for (const tab of tabs) tab.setAttribute('aria-pressed', String(tab.textContent === language))
    shown.textContent = languages[language](request, api)
  }
  const choose = (name) => {
    localStorage.setItem('language', name)
    for (const each of document.querySelectorAll('.sample')) each.dispatchEvent(new Event('languagechosen'))
  }
  code.classList.add('sample')
  code.addEventListener('languagechosen', update)
  const open = el(
    'button',
    {
      type: 'button',
      class: 'primary',
      onclick: () => open.replaceWith(tryPanel(request, { api, onChange: update })),
    },
    'Try it',
  )
  followSession(code, ({ workspaceId }) => {
    if (workspaceId) request.params.workspaceId = workspaceId
    update()
  })
  const status = Object.keys(operation.responses).find((one) => one.startsWith('2'))
  const example = operation.responses[status]?.content?.['application/json']?.example
  return [
    el('div', { class: 'tabs', role: 'group', 'aria-label': 'Language of the sample' }, tabs),
    code,
    open,
    example === undefined
      ? null
      : [
          el('h3', {}, 'Reply ', el('small', {}, status)),
          codeBlock(JSON.stringify(example, null, 2), 'Reply'),
        ],
  ].flat()
}
