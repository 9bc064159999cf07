import { AppError } from '@wp/kernel'
import { describe, expect, it } from 'vitest'
import { openClient, schedulingWith, serve, sampleClient } from './peers.ts'

describe('rpcClient', () => {
  it('returns the fields of a response, and null for a missing record', async () => {
    const server = await serve([schedulingWith(async (id) => (id === 'known' ? sampleClient(id) : null))])
    const scheduling = openClient(server.address)
    expect(await scheduling.getClient({ workspaceId: 'w', clientId: 'known' })).toMatchObject({
      client: { id: 'known', name: 'Mona', discount: null },
    })
    expect(await scheduling.getClient({ workspaceId: 'w', clientId: 'unknown' })).toEqual({ client: null })
  })

  it('rethrows an AppError with its code, message, details and retry time', async () => {
    const server = await serve([
      schedulingWith(async () => {
        throw new AppError('QUOTA_EXCEEDED', 'Kein Platz für „Bücher“', {
          details: [{ path: 'amount', message: 'at most 5' }],
          retryAfterSeconds: 7,
        })
      }),
    ])
    await expect(
      openClient(server.address).getClient({ workspaceId: 'w', clientId: 'c' }),
    ).rejects.toMatchObject({
      name: 'AppError',
      code: 'QUOTA_EXCEEDED',
      status: 422,
      message: 'Kein Platz für „Bücher“',
      details: [{ path: 'amount', message: 'at most 5' }],
      retryAfterSeconds: 7,
    })
  })

  it('throws INTERNAL without details for an unexpected error', async () => {
    const server = await serve([
      schedulingWith(async () => {
        throw new Error('password=hunter2 at /srv/secret.ts')
      }),
    ])
    const error = await openClient(server.address)
      .getClient({ workspaceId: 'w', clientId: 'c' })
      .catch((e: unknown) => e)
    expect(error).toMatchObject({ code: 'INTERNAL', message: 'An internal error occurred' })
    expect(JSON.stringify(error)).not.toContain('hunter2')
  })

  it('throws UNAVAILABLE with a retry time when the peer is unreachable', async () => {
    const server = await serve([schedulingWith(async () => null)])
    const { address } = server
    await server.close()
    await expect(openClient(address).getClient({ workspaceId: 'w', clientId: 'c' })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      retryAfterSeconds: 1,
    })
  })
})
