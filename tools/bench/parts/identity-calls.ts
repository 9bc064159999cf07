import { newId } from '@wp/kernel'
import type { Prepare } from './cost-calls.ts'
import { codeOf, password } from './cost-scene.ts'
import type { Owner, Scene } from './cost-scene.ts'

export const identityCalls = async (scene: Scene): Promise<Record<string, Prepare>> => {
  const { call, newSignup, signUp, logIn, messageTo, enrolTotp } = scene
  const member = await signUp()
  for (let session = 1; session < 100; session += 1) await logIn(member)
  const { token } = member
  /** A separate account for additional logins, because they end the account's oldest sessions. */
  const leaving = await signUp()
  const protectedMember = await signUp()
  const totp = await enrolTotp(protectedMember)
  const longPassword = `${password}-${'x'.repeat(180)}`
  const inviting = await signUp()
  const { role } = await call<{ role: { id: string } }>(
    'identity',
    `/workspace/${inviting.workspaceId}/roles`,
    { token: inviting.token, body: { name: 'Stylist', permissions: ['sessions.view'] } },
  )
  const anyId = newId()
  let open: { owner: Owner; codes: string[] } | null = null

  return {
    signup: async () => ({ body: { ...(await newSignup()), marketingOptIn: true }, status: 201 }),
    createWorkspace: async () => ({ body: await newSignup(), status: 201 }),
    login: () => ({ body: { email: leaving.email, password }, status: 200 }),
    adminLogin: () => ({ body: { email: `${newId()}@a.example`, password: 'x'.repeat(200) }, status: 401 }),
    bootstrapAdmin: () => ({
      headers: { 'x-bootstrap-token': 'x'.repeat(4000) },
      body: { email: 'a@b.example', password: 'x'.repeat(200), roles: ['super-admin'] },
      status: [403, 429], // repeated failures are rejected
    }),
    getOptOut: () => ({ params: { token: `${anyId}.${'x'.repeat(43)}` }, status: 404 }),
    setOptOut: () => ({
      params: { token: `${anyId}.${'x'.repeat(43)}` },
      body: 'a=&'.repeat(1300),
      status: 404,
    }),
    verifyAdminLogin: () => ({ body: { challengeId: anyId, code: 'x'.repeat(40) }, status: 401 }),
    forgetPassword: async () => ({ body: { email: (await signUp()).email }, status: 202 }),
    resetPassword: async () => {
      const { email } = await signUp()
      const { token: first } = await messageTo(email)
      await call('identity', '/auth/password/forgot', { body: { email } })
      let reset = await messageTo(email)
      while (reset.token === first) reset = await messageTo(email)
      return { body: { token: reset.token, password: longPassword }, status: 200 }
    },
    acceptInvitation: async () => {
      const email = `${newId()}@staff.example`
      await call('scheduling', `/workspace/${inviting.workspaceId}/staff`, {
        token: inviting.token,
        body: { name: 'Mona', email, roleId: role.id },
      })
      return { body: { token: (await messageTo(email)).token, password: longPassword }, status: 200 }
    },
    verifyEmail: async () => ({
      body: { token: (await messageTo((await signUp()).email)).token },
      status: 204,
    }),
    sendVerification: async () => ({ token: (await signUp()).token, status: 202 }),
    refresh: async () => ({ body: { refreshToken: (await logIn(leaving)).refreshToken }, status: 200 }),
    logout: async () => ({ token: (await logIn(leaving)).token, status: 204 }),
    me: () => ({ token, status: 200 }),
    getWorkspace: () => ({ token, params: { workspaceId: member.workspaceId }, status: 200 }),
    listPermissions: () => ({ token, status: 200 }),
    listLoginSessions: () => ({ token, query: { limit: '100' }, status: 200 }),
    endLoginSession: async () => {
      const [first, second] = [await logIn(leaving), await logIn(leaving)]
      const { sessions } = await call<{ sessions: { id: string; isCurrent: boolean }[] }>(
        'identity',
        '/auth/sessions?limit=10',
        { method: 'GET', token: first.token },
      )
      const sessionId = sessions.find(({ isCurrent }) => isCurrent)!.id
      return { token: second.token, params: { sessionId }, status: 204 }
    },
    reauthenticate: () => ({ token, body: { password }, status: 204 }),
    changePassword: async () => ({
      token: (await signUp()).token,
      body: { currentPassword: password, newPassword: longPassword },
      status: 200,
    }),
    sendLoginCode: async () => {
      const owner = await signUp()
      const { challengeId } = await call<{ challengeId: string }>('identity', '/workspace/mfa/phone/start', {
        token: owner.token,
        body: {},
      })
      const { code } = await messageTo((owner.body as { phone: string }).phone)
      await call('identity', '/workspace/mfa/phone/verify', {
        token: owner.token,
        body: { challengeId, code },
      })
      return { body: { challengeId: (await logIn(owner)).challenge.id }, status: [200, 429] } // SMS are limited
    },
    verifyLogin: async () => {
      if (!open || open.codes.length === 0) {
        const owner = await signUp()
        open = { owner, codes: (await enrolTotp(owner)).codes }
      }
      const { challenge } = await logIn(open.owner)
      return { body: { challengeId: challenge.id, code: open.codes.pop() }, status: 200 }
    },
    setUpTotp: () => ({ token, status: 200 }),
    confirmTotp: async () => {
      const owner = await signUp()
      const { methodId, secret } = await call<{ methodId: string; secret: string }>(
        'identity',
        '/workspace/mfa/totp/setup',
        { token: owner.token },
      )
      return { token: owner.token, body: { methodId, code: codeOf(secret) }, status: 200 }
    },
    deleteMethod: async () => {
      const owner = await signUp()
      const { methodId } = await enrolTotp(owner)
      return { token: owner.token, params: { methodId }, status: 204 }
    },
    makeMethodPrimary: () => ({
      token: protectedMember.token,
      params: { methodId: totp.methodId },
      status: 200,
    }),
    listMethods: () => ({ token: protectedMember.token, status: 200 }),
    countBackupCodes: () => ({ token: protectedMember.token, status: 200 }),
    generateBackupCodes: () => ({ token: protectedMember.token, status: 409 }),
    regenerateBackupCodes: () => ({ token: protectedMember.token, status: 200 }),
    getJwks: () => ({ status: 200 }),
    listOutbox: () => ({ status: 200 }),
  }
}
