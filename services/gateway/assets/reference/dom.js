/**
 * Creates an element. `props` are attributes; `on…` are listeners, `class` may be omitted as null. Children are nodes,
 * texts, lists of them, or null.
 */
export const el = (tag, props = {}, ...children) => {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value)
    else element.setAttribute(name, value === true ? '' : value)
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined))
  return element
}

/** Returns the nodes of a text with `code` and [links](…). */
export const inline = (text) =>
  text.split(/(`[^`]+`|\[[^\]]+\]\([^)]+\))/).map((part) => {
    if (part.startsWith('`')) return el('code', {}, part.slice(1, -1))
    const link = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part)
    return link ? el('a', { href: link[2] }, link[1]) : part
  })

/** Returns the paragraphs of a description. */
export const paragraphs = (text = '') =>
  text
    .split('\n\n')
    .filter(Boolean)
    .map((paragraph) => el('p', {}, inline(paragraph)))

/** Creates a `details` element whose content is made when it is opened for the first time. */
export const lazyDetails = (summary, content, { open = false } = {}) => {
  const details = el('details', { open }, el('summary', {}, summary))
  let isFilled = false
  const fill = () => {
    if (isFilled || !details.open) return
    isFilled = true
    details.append(...[content()].flat())
  }
  details.addEventListener('toggle', fill)
  fill()
  return details
}

/** Creates a block of code with a button that copies it. */
export const codeBlock = (text, label = 'Code') => {
  const code = el('code', {}, text)
  const copy = el(
    'button',
    {
      type: 'button',
      class: 'copy',
      onclick: async () => {
        await navigator.clipboard.writeText(code.textContent)
        copy.textContent = 'Copied'
        setTimeout(() => (copy.textContent = 'Copy'), 1500)
      },
    },
    'Copy',
  )
  return el('div', { class: 'code' }, copy, el('pre', { tabindex: '0', 'aria-label': label }, code))
}
