// Signs up through the gateway, reads the new account with its token, and ends the login session.
const base = process.env.GATEWAY_URL
const read = async (path, init) => {
  const reply = await fetch(base + path, { signal: AbortSignal.timeout(15_000), ...init })
  const body = reply.status === 204 ? null : await reply.json()
  if (!reply.ok) throw new Error(`${init?.method ?? 'GET'} ${path}: ${reply.status} ${JSON.stringify(body)}`)
  return body
}
const { plans } = await read('/v1/public/plans')
const { businessCategories } = await read('/v1/public/business-categories')
const signup = await read('/v1/signup', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    email: `helm-test-${crypto.randomUUID()}@example.com`,
    password: crypto.randomUUID(),
    phone: '+14155550123',
    planId: plans[0].id,
    businessCategorySlug: businessCategories[0].slug,
  }),
})
if (!signup.token) throw new Error(`The signup returned no token: ${Object.keys(signup).join()}`)
const headers = { authorization: `Bearer ${signup.token}` }
await read('/v1/auth/me', { headers })
await read('/v1/auth/logout', { method: 'POST', headers })
process.stdout.write('signed up and logged out\n')
