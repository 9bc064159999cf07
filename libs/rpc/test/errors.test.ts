import { AppError } from '@wp/kernel'
import { expect, test } from 'vitest'
import { openClient, schedulingWith, serve, sampleClient } from './peers.ts'

test('an answer carries its fields, and a missing record is null', async () => {
  const server = await serve([schedulingWith(async (id) => (id === 'known' ? sampleClient(id) : null))])
  const scheduling = openClient(server.address)
  expect(await scheduling.getClient({ workspaceId: 'w', clientId: 'known' })).toMatchObject({
    client: { id: 'known', name: 'Mona', discount: null },
  })
  expect(await scheduling.getClient({ workspaceId: 'w', clientId: 'nobody' })).toEqual({ client: null })
})

test('an AppError arrives with its code, message, details and waiting time', async () => {
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

test('an unexpected error arrives as INTERNAL without a word of the inside', async () => {
  const server = await serve([
    schedulingWith(async () => {
      throw new Error('password=hunter2 at /srv/secret.ts')
    }),
  ])
  const error = await openClient(server.address)
    .getClient({ workspaceId: 'w', clientId: 'c' })
    .catch((e: unknown) => e)
  expect(error).toMatchObject({ code: 'INTERNAL', message: 'Something went wrong' })
  expect(JSON.stringify(error)).not.toContain('hunter2')
})

test('a peer that is not there is UNAVAILABLE with a time to wait', async () => {
  const server = await serve([schedulingWith(async () => null)])
  const { address } = server
  await server.close()
  await expect(openClient(address).getClient({ workspaceId: 'w', clientId: 'c' })).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    retryAfterSeconds: 1,
  })
})
