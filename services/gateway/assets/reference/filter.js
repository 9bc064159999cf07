// Filters the sections and the index of the pages of events and errors by the words in the search field.

const input = document.querySelector('#filter')
const sections = [...document.querySelectorAll('main [data-item]')]
const links = new Map(
  [...document.querySelectorAll('#sidebar a[href^="#"]')].map((link) => [link.hash.slice(1), link]),
)
const groups = [...document.querySelectorAll('#sidebar section, main [data-group]')]
const none = document.querySelector('#none')
let texts = null

const apply = () => {
  texts ??= sections.map((section) => `${section.id} ${section.textContent}`.toLowerCase())
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean)
  let found = 0
  for (const [index, section] of sections.entries()) {
    section.hidden = !words.every((word) => texts[index].includes(word))
    if (!section.hidden) found += 1
    const link = links.get(section.id)
    if (link) link.parentElement.hidden = section.hidden
  }
  for (const group of groups)
    group.hidden = words.length > 0 && !group.querySelector('li:not([hidden]), [data-item]:not([hidden])')
  none.hidden = found > 0
}

input.addEventListener('input', apply)
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || document.activeElement === input) return
  event.preventDefault()
  input.focus()
})
document.querySelector('#menu').addEventListener('click', () => document.body.classList.toggle('menu-open'))
document.querySelector('#sidebar').addEventListener('click', (event) => {
  if (event.target.closest('a')) document.body.classList.remove('menu-open')
})
