// The login of the reference. The access token stays in memory; after a reload, the refresh cookie, which scripts
// cannot read, gives a new one.

const rememberKey = 'reference-login'
/** @type {{ token: string | null, expiresAt: number, name: string | null, workspaceId: string | null, isKey: boolean }} */
const anonymous = { token: null, expiresAt: 0, name: null, workspaceId: null, isKey: false }
let current = anonymous

export const session = () => current

/** Calls `update` now and after every change, for as long as the element is part of the page. */
export const followSession = (element, update) => {
  element.dataset.session = ''
  element.addEventListener('sessionchange', () => update(current))
  update(current)
}

const change = (next) => {
  current = next
  for (const element of document.querySelectorAll('[data-session]'))
    element.dispatchEvent(new Event('sessionchange'))
}

const post = async (path, body) => {
  const headers = body === undefined ? {} : { 'content-type': 'application/json' }
  const reply = await fetch(`/v1${path}`, { method: 'POST', headers, body: body && JSON.stringify(body) })
  const text = await reply.text()
  const parsed = text === '' ? null : JSON.parse(text)
  if (!reply.ok) throw Object.assign(new Error(parsed.error.message), { code: parsed.error.code })
  return parsed
}

const claimsOf = (token) => JSON.parse(atob(token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/')))

const begin = ({ token, expiresIn }, name) => {
  localStorage.setItem(rememberKey, name)
  const expiresAt = Date.now() + expiresIn * 1000
  change({ token, expiresAt, name, workspaceId: claimsOf(token).wid ?? null, isKey: false })
}

/**
 * Logs in. Returns null when it is complete, or the next required step: `{ workspaces }` or `{ challenge }`.
 * An administrator has no workspace and logs in at another route.
 */
export const logIn = async ({ email, password, workspaceId, isAdmin }) => {
  const path = isAdmin ? '/auth/admin/login' : '/auth/login'
  const reply = await post(path, { email, password, ...(workspaceId && { workspaceId }) })
  if (reply.workspaceRequired) return { workspaces: reply.workspaces }
  if (reply.mfaRequired) return { challenge: reply.challenge }
  begin(reply, email)
  return null
}

export const sendCode = (challengeId, methodId) => post('/auth/mfa/phone/send', { challengeId, methodId })

/** Completes a login with the code of a second factor. */
export const verify = async ({ email, isAdmin, challengeId, methodId, code }) => {
  const path = isAdmin ? '/admin/mfa/verify' : '/auth/mfa/verify'
  begin(await post(path, { challengeId, methodId, code }), email)
}

/** Uses an API key until the user leaves the page. */
export const useKey = (key, workspaceId) =>
  change({ token: key, expiresAt: Infinity, name: `key ${key.slice(0, 12)}…`, workspaceId, isKey: true })

export const logOut = async () => {
  const { token, isKey } = current
  localStorage.removeItem(rememberKey)
  change(anonymous)
  if (token && !isKey)
    await fetch('/v1/auth/logout', { method: 'POST', headers: { authorization: `Bearer ${token}` } })
}

/**
 * Gets a new access token. A refresh token works only once, and tabs share the cookie, so they take turns. Returns
 * false if the login has ended.
 */
const refresh = () =>
  navigator.locks.request('wp-refresh', async () => {
    try {
      begin(await post('/auth/refresh'), localStorage.getItem(rememberKey) ?? '')
      return true
    } catch (error) {
      if (!error.code) throw error
      localStorage.removeItem(rememberKey)
      change(anonymous)
      return false
    }
  })

/** Continues the login from before a reload. Visitors who have not logged in here cause no request. */
export const restore = async () => {
  if (localStorage.getItem(rememberKey) !== null) await refresh()
}

/** Sends a request with the token, which is refreshed when it has expired or is rejected as outdated. */
export const send = async (path, init) => {
  const isLoggedIn = current.token !== null && !current.isKey
  if (isLoggedIn && current.expiresAt - Date.now() < 10_000) await refresh()
  const reply = await sendOnce(path, init)
  if (reply.status !== 401 || !isLoggedIn) return reply
  const { error } = await reply.clone().json()
  return error.code === 'TOKEN_EXPIRED' && (await refresh()) ? sendOnce(path, init) : reply
}

const sendOnce = (path, { headers, ...init }) =>
  fetch(path, {
    ...init,
    headers: { ...headers, ...(current.token && { authorization: `Bearer ${current.token}` }) },
  })
