import { join } from 'node:path'
import * as identity from '@wp/identity/contract'
import { apiOf, newStaff, newWorkspace, platform, startReplica } from '@wp/testing'
import { describe, expect, it, onTestFinished } from 'vitest'

const gatewayMain = join(import.meta.dirname, '../../services/gateway/src/main.ts')

describe('permission changes', () => {
  it('rejects the old token at both gateways within a second after a permission is removed, and returns 403 for a refreshed token', async () => {
    const other = await startReplica(gatewayMain, {
      HTTP_PORT: '0',
      RPC_PORT: '0',
      OPS_PORT: '0',
      NATS_URL: platform().natsUrl,
      IDENTITY_RPC: platform().services['identity']![0]!.rpc,
    })
    onTestFinished(() => other.kill())
    const { workspaceId, api, token: ownerToken } = await newWorkspace(identity)
    const { token, refreshToken, roleId } = await newStaff({ workspaceId, token: ownerToken }, [
      'staff.manage',
    ])
    const ask = (bearer: string) =>
      Promise.all(
        [platform().gatewayUrl, other.url].map((url) =>
          apiOf(identity, { baseUrl: `${url}/v1`, token: bearer, params: { workspaceId } }).listRoles(),
        ),
      )
    await expect.poll(async () => (await ask(token)).map(({ status }) => status)).toEqual([200, 200])

    await api.updateRole({ params: { roleId }, body: { permissions: ['clients.view'] } })
    await expect
      .poll(async () => (await ask(token)).map(({ status }) => status), { interval: 50 })
      .toEqual([401, 401])
    for (const refused of await ask(token)) expect(refused).toFailWith(401, 'TOKEN_EXPIRED')

    const { body } = await api.refresh({ refreshToken })
    for (const refused of await ask(body.token)) expect(refused).toFailWith(403, 'FORBIDDEN')
  })
})
