import { Metadata, status } from '@grpc/grpc-js'
import { AppError, defineErrors } from '@wp/kernel'
import { describe, expect, it } from 'vitest'
import { toAppError } from '../src/errors.ts'
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

  it('rethrows a code that only the server declares, with its status', async () => {
    const points = defineErrors({ POINTS_TOO_FEW: { status: 409, cause: 'Too few.', remedy: 'Buy more.' } })
    const server = await serve([
      schedulingWith(async () => {
        throw new AppError(points.POINTS_TOO_FEW, 'You have 3 points')
      }),
    ])
    const failed = openClient(server.address).getClient({ workspaceId: 'w', clientId: 'c' })
    await expect(failed).rejects.toMatchObject({ name: 'AppError', code: 'POINTS_TOO_FEW', status: 409 })
  })

  it.each([
    ['NOT_FOUND', status.NOT_FOUND, 404],
    ['INVOICE_BUSY', status.FAILED_PRECONDITION, 422],
  ])('derives the status of %s from a server that does not send it', (code, grpc, expected) => {
    const metadata = new Metadata()
    metadata.set('x-error-code', code)
    const failed = Object.assign(new Error(code), { code: grpc, details: 'Why', metadata })
    expect(toAppError(failed, 'pos', false)).toMatchObject({ code, status: expected })
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
