import { hashOf, hashOfTag } from './api-document.js'
import { el } from './dom.js'
import { methodBadge } from './operation.js'
import { textsOf } from './schema.js'

const maxResults = 30

/** Connects the search field: it finds operations and areas by every word of their texts. */
export const startSearch = (input, list, api) => {
  let entries = null
  const find = () => {
    entries ??= toEntries(api)
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean)
    const found = words.length === 0 ? [] : rank(entries, words)
    list.replaceChildren(
      ...found.slice(0, maxResults).map(({ link }) => el('li', {}, link())),
      ...(words.length > 0 && found.length === 0 ? [el('li', {}, 'Nothing found')] : []),
    )
    list.hidden = words.length === 0
  }
  const close = () => (list.hidden = true)
  input.addEventListener('input', find)
  input.addEventListener('focus', find)
  const links = () => [...list.querySelectorAll('a')]
  const keys = {
    ArrowDown: (at) => (links()[at + 1] ?? links()[0])?.focus(),
    ArrowUp: (at) => (at <= 0 ? input : links()[at - 1]).focus(),
    Escape: () => {
      close()
      input.blur()
    },
  }
  document.addEventListener('keydown', (event) => {
    const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? '')
    if (event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      input.focus()
    } else if (!list.hidden && keys[event.key] && event.target.closest('#search')) {
      event.preventDefault()
      keys[event.key](links().indexOf(document.activeElement))
    } else if (event.key === 'Enter' && event.target === input) links()[0]?.click()
  })
  list.addEventListener('click', (event) => {
    if (!event.target.closest('a')) return
    close()
    input.value = ''
  })
  document.addEventListener('click', (event) => {
    if (!event.target.closest('#search')) close()
  })
}

const toEntries = (api) => [
  ...[...api.tags.values()].map((tag) => ({
    title: tag.name.toLowerCase(),
    address: '',
    text: tag.description.toLowerCase(),
    link: () => el('a', { href: hashOfTag(tag.name) }, tag.name, ' ', el('small', {}, tag.description)),
  })),
  ...[...api.operations.values()].map((operation) => ({
    title: operation.summary.toLowerCase(),
    address: `${operation.operationId} ${operation.path}`.toLowerCase(),
    text: textOf(operation, api).toLowerCase(),
    link: () =>
      el(
        'a',
        { href: hashOf(operation) },
        methodBadge(operation),
        ' ',
        operation.summary,
        ' ',
        el('small', {}, operation.path),
      ),
  })),
]

const textOf = (operation, api) => {
  const replies = Object.entries(operation.responses).filter(([status]) => Number(status) < 400)
  const contents = [operation.requestBody, ...replies.map(([, reply]) => reply)].flatMap((one) =>
    Object.values(one?.content ?? {}),
  )
  return [
    operation.description ?? '',
    operation.tags[0],
    ...(operation.parameters ?? []).flatMap(({ name, description = '' }) => [name, description]),
    ...contents.flatMap(({ schema }) => textsOf(schema, api)),
  ].join(' ')
}

/** Every word must occur; titles count more than addresses, and addresses more than other texts. */
const rank = (entries, words) =>
  entries
    .map((entry) => ({ ...entry, score: words.map((word) => scoreOf(entry, word)) }))
    .filter(({ score }) => score.every((one) => one > 0))
    .toSorted((a, b) => sum(b.score) - sum(a.score))

const scoreOf = ({ title, address, text }, word) => {
  if (title.startsWith(word)) return 12
  if (title.includes(` ${word}`)) return 10
  if (title.includes(word)) return 8
  if (address.includes(word)) return 5
  return text.includes(word) ? 1 : 0
}

const sum = (numbers) => numbers.reduce((total, one) => total + one, 0)
