// The API reference: Swagger UI over the platform's own document, with a login of its own.

const dark = matchMedia('(prefers-color-scheme: dark)')
const setTheme = (isDark) => document.documentElement.classList.toggle('dark-mode', isDark)
const stored = localStorage.getItem('theme')
setTheme(stored ? stored === 'dark' : dark.matches)
document.getElementById('theme').addEventListener('click', () => {
  const isDark = !document.documentElement.classList.contains('dark-mode')
  localStorage.setItem('theme', isDark ? 'dark' : 'light')
  setTheme(isDark)
})

const reference = SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: -1,
  filter: true,
  tryItOutEnabled: true,
})

/** Fills the id of the workspace into every path, so that nobody has to copy it. */
const useWorkspace = (workspaceId) => {
  const document = reference.specSelectors.specJson().toJS()
  for (const operations of Object.values(document.paths))
    for (const { parameters = [] } of Object.values(operations))
      for (const parameter of parameters)
        if (parameter.name === 'workspaceId') parameter.schema.default = workspaceId
  reference.specActions.updateJsonSpec(document)
}

const form = document.getElementById('login')
form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const output = form.querySelector('output')
  output.textContent = '…'
  const { email, password } = Object.fromEntries(new FormData(form))
  const reply = await fetch('/v1/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  }).catch(() => null)
  const body = await reply?.json().catch(() => null)
  if (!reply?.ok) {
    output.textContent = body?.error?.message ?? 'The platform does not answer'
    return
  }
  if (!body.token) {
    output.textContent =
      'A second factor is asked for: use the routes under "Second factors" and "Authorize".'
    return
  }
  const claims = JSON.parse(atob(body.token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/')))
  useWorkspace(claims.wid)
  reference.preauthorizeApiKey('bearer', body.token)
  form.elements.password.value = ''
  output.textContent = `Logged in as ${email}`
})
