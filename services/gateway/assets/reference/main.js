import { hashOf, hashOfTag, loadApi } from './api-document.js'
import { el, paragraphs } from './dom.js'
import { startLogin } from './login.js'
import { methodBadge, operationSection } from './operation.js'
import { startSearch } from './search.js'
import { restore } from './session.js'

const main = document.querySelector('main')
const sidebar = document.querySelector('#sidebar')

/** Creates the list of areas. The operations of an area are listed while it is open. */
const areaLink = (tag) => {
  const link = el('a', { href: hashOfTag(tag.name) }, tag.name)
  return el('li', { 'data-tag': tag.name }, link)
}

const startSidebar = ({ groups }) =>
  sidebar.replaceChildren(
    ...groups.map(({ name, tags }) =>
      el('section', {}, el('h2', {}, name), el('ul', {}, tags.map(areaLink))),
    ),
  )

const markCurrent = (tag, operationId) => {
  for (const item of sidebar.querySelectorAll('li[data-tag]')) {
    const isCurrent = item.dataset.tag === tag?.name
    if (!isCurrent || !item.querySelector('ul')) item.querySelector('ul')?.remove()
    if (isCurrent && !item.querySelector('ul'))
      item.append(
        el(
          'ul',
          {},
          tag.operations.map((each) =>
            el('li', {}, el('a', { href: hashOf(each) }, methodBadge(each), ' ', each.summary)),
          ),
        ),
      )
  }
  const hash = operationId ? `#${operationId}` : tag && hashOfTag(tag.name)
  for (const link of sidebar.querySelectorAll('a')) {
    if (link.getAttribute('href') === hash) link.setAttribute('aria-current', 'page')
    else link.removeAttribute('aria-current')
  }
  sidebar.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
}

const home = ({ document: { info }, groups, operations }) => [
  el('h1', {}, info.title),
  el('div', { class: 'doc' }, paragraphs(info.description)),
  el('p', {}, `${operations.size} operations and events, version ${info.version}.`),
  ...groups.map(({ name, tags }) =>
    el(
      'section',
      { class: 'areas' },
      el('h2', {}, name),
      el(
        'ul',
        {},
        tags.map((tag) =>
          el('li', {}, el('a', { href: hashOfTag(tag.name) }, tag.name), ' ', tag.description),
        ),
      ),
    ),
  ),
]

let shownTag = null

/** Shows what the address names: an area, an operation within its area, or the overview. */
const show = (api) => {
  const hash = decodeURIComponent(location.hash.slice(1))
  const operation = api.operations.get(hash)
  const tag = api.tags.get(operation ? operation.tags[0] : hash.replace(/^tag\//, '')) ?? null
  if (tag === null) main.replaceChildren(...home(api))
  else if (tag !== shownTag) {
    const sections = tag.operations.map((each) => operationSection(each, api))
    main.replaceChildren(el('h1', {}, tag.name), ...paragraphs(tag.description), ...sections)
  }
  shownTag = tag
  markCurrent(tag, operation?.operationId)
  document.title = `${operation?.summary ?? tag?.name ?? 'API reference'} · Workspace Platform`
  if (operation) document.getElementById(operation.operationId)?.scrollIntoView()
  else scrollTo(0, 0)
  document.body.classList.remove('menu-open')
}

document.querySelector('#menu').addEventListener('click', () => document.body.classList.toggle('menu-open'))
startLogin(document.querySelector('#login'))
try {
  const [api] = await Promise.all([loadApi(), restore().catch(() => undefined)])
  startSidebar(api)
  startSearch(document.querySelector('#search input'), document.querySelector('#search ul'), api)
  addEventListener('hashchange', () => show(api))
  show(api)
} catch (error) {
  main.replaceChildren(el('p', { class: 'problem', role: 'alert' }, error.message))
}
