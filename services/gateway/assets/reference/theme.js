// Runs before the first paint, so that a page does not flash in the wrong theme.

const root = document.documentElement
const stored = localStorage.getItem('theme')
if (stored) root.dataset.theme = stored

document.addEventListener('click', (event) => {
  if (!event.target.closest('#theme')) return
  const systemIsDark = matchMedia('(prefers-color-scheme: dark)').matches
  const isDark = root.dataset.theme ? root.dataset.theme === 'dark' : systemIsDark
  root.dataset.theme = isDark ? 'light' : 'dark'
  localStorage.setItem('theme', root.dataset.theme)
})
