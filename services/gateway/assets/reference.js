// The API reference: Swagger UI for the platform's OpenAPI document, with a login form.

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

/** Fills the workspace id into every path. */
const useWorkspace = (workspaceId) => {
  const document = reference.specSelectors.specJson().toJS()
  for (const operations of Object.values(document.paths))
    for (const { parameters = [] } of Object.values(operations))
      for (const parameter of parameters)
        if (parameter.name === 'workspaceId') parameter.schema.default = workspaceId
  reference.specActions.updateJsonSpec(document)
}

const form = document.getElementById('login')
const [email, password] = form.querySelectorAll('input')

/** Logs in and returns a message. */
const logIn = async () => {
  const reply = await fetch('/v1/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: email.value, password: password.value }),
  })
  const body = await reply.json()
  if (!reply.ok) return body.error.message
  if (!body.token)
    return 'A second factor is required: use the routes under "Second factors", then "Authorize".'
  const claims = JSON.parse(atob(body.token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/')))
  useWorkspace(claims.wid)
  reference.preauthorizeApiKey('bearer', body.token)
  password.value = ''
  return `Logged in as ${email.value}`
}

form.addEventListener('submit', (event) => {
  event.preventDefault()
  const output = form.querySelector('output')
  output.textContent = '…'
  void logIn()
    .catch(() => 'Could not reach the platform')
    .then((text) => (output.textContent = text))
})
