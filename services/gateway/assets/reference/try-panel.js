import { codeBlock, el } from './dom.js'
import { fileFieldOf, pathOf, queryOf } from './samples.js'
import { followSession, send } from './session.js'

/** Creates a form for the parameters and the body of a request, which sends it and shows the reply. */
export const tryPanel = (request, { onChange }) => {
  const { operation } = request
  const parameters = operation.parameters ?? []
  const parts = { path: request.params, query: request.query, header: request.headers }
  const rows = parameters
    .filter(({ name }) => name !== 'If-None-Match')
    .map((parameter) => parameterRow(parameter, parts[parameter.in], onChange))
  const body = request.body === '' && !hasJson(operation) ? null : bodyRow(request, onChange)
  const field = fileFieldOf(request)
  const file = field ? el('input', { type: 'file', required: true }) : null
  const result = el('div', { class: 'result', 'aria-live': 'polite' })
  const submit = async () => {
    result.replaceChildren(el('p', {}, 'Sending…'))
    try {
      result.replaceChildren(...(await resultOf(request, field && { field, file: file.files[0] })))
    } catch {
      result.replaceChildren(el('p', { class: 'problem' }, 'Could not reach the platform'))
    }
  }
  return el(
    'form',
    {
      class: 'try',
      onsubmit: (event) => {
        event.preventDefault()
        void submit()
      },
    },
    rows,
    file && el('label', {}, field, file),
    body,
    hint(operation),
    el('button', { class: 'primary' }, 'Send'),
    result,
  )
}

const hasJson = ({ requestBody }) => Boolean(requestBody?.content['application/json'])

const hint = ({ security = [] }) => {
  if (!security.some((one) => 'bearer' in one)) return null
  const text = el('p', { class: 'facts' }, 'Log in first, at the top of the page.')
  followSession(text, ({ token }) => (text.hidden = token !== null))
  return text
}

const parameterRow = ({ name, required, schema, in: place }, values, onChange) => {
  const choices = schema.enum ?? (schema.type === 'boolean' ? ['true', 'false'] : null)
  const input = choices
    ? el(
        'select',
        {},
        el('option', { value: '' }, ''),
        choices.map((value) => el('option', { value }, String(value))),
      )
    : el('input', { autocomplete: 'off', placeholder: schema.default ?? '' })
  input.required = required
  input.value = values[name] ?? ''
  input.addEventListener('input', () => {
    values[name] = input.value
    onChange()
  })
  if (name === 'workspaceId' && place === 'path')
    followSession(input, ({ workspaceId }) => {
      if (!workspaceId) return
      values[name] = input.value = workspaceId
      onChange()
    })
  return el('label', {}, name, input)
}

const bodyRow = (request, onChange) => {
  const area = el('textarea', {
    rows: Math.min(16, request.body.split('\n').length + 1),
    spellcheck: 'false',
  })
  area.value = request.body
  area.addEventListener('input', () => {
    request.body = area.value
    onChange()
  })
  return el('label', {}, 'Body', area)
}

const resultOf = async (request, upload) => {
  const { operation } = request
  const headers = Object.fromEntries(Object.entries(request.headers).filter(([, value]) => value !== ''))
  const init = { method: operation.method, headers }
  if (upload) {
    init.body = new FormData()
    init.body.append(upload.field, upload.file)
  } else if (request.body !== '') {
    init.body = request.body
    headers['content-type'] = 'application/json'
  }
  const started = performance.now()
  const reply = await send(pathOf(request) + queryOf(request), init)
  const text = await reply.text()
  const ms = Math.round(performance.now() - started)
  const shown = ['content-type', 'x-request-id', 'ratelimit', 'retry-after', 'etag', 'idempotency-replayed']
  const lines = shown
    .filter((name) => reply.headers.has(name))
    .map((name) => `${name}: ${reply.headers.get(name)}`)
  return [
    el('p', {}, el('strong', { class: reply.ok ? 'success' : 'failure' }, String(reply.status)), ` ${ms} ms`),
    ...(text === '' ? [] : [codeBlock(pretty(text), 'Reply')]),
    codeBlock(lines.join('\n'), 'Headers of the reply'),
  ]
}

const maxShown = 200_000

const pretty = (text) => {
  let shown = text
  try {
    shown = JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    // Not JSON: shown unchanged.
  }
  return shown.length > maxShown ? `${shown.slice(0, maxShown)}\n… (${text.length} characters)` : shown
}
