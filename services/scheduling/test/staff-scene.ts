import { join } from 'node:path'
import { fileRemovalCollection } from '@wp/files'
import { cacheVersionCollection } from '@wp/mongo'
import {
  eventually,
  inProcess,
  openTestDatabase,
  rpcOf,
  startReplica as startMain,
  tcpProxy,
  uniqueName,
} from '@wp/testing'
import { expect } from 'vitest'
import * as contract from '../src/contract.ts'
import { service } from '../src/service.ts'
import { staffCollection } from '../src/staff/staff.store.ts'
import type { Salon } from './salon.ts'

/** Starts scheduling in this process, with proxies to identity and admin-billing. */
export const withProxies = async (salon: Salon) => {
  const [identity, billing] = [await tcpProxy(rpcOf('identity')), await tcpProxy(rpcOf('admin-billing'))]
  const prefix = `${uniqueName('t')}_`
  const running = await inProcess(service, {
    env: {
      IDENTITY_RPC: identity.address,
      ADMIN_BILLING_RPC: billing.address,
      DATABASE_PREFIX: prefix,
      RPC_DEADLINE_MS: '2000',
    },
  })
  const db = await openTestDatabase(`${prefix}scheduling`, {
    collections: [staffCollection, fileRemovalCollection, cacheVersionCollection],
  })
  const api = running.as(contract, salon)
  // Loads keys and the workspace.
  await eventually(async () => expect((await api.listStaff()).status).toBe(200))
  return {
    api,
    as: (token: string) => running.as(contract, { ...salon, token }),
    identity,
    billing,
    env: { DATABASE_PREFIX: prefix, NATS_URL: running.natsUrl },
    runSteps: () => running.runJob('complete-staff-steps'),
    db,
    /** Deletes all files that are marked for removal, as if every upload had timed out. */
    removeFiles: async () => {
      await db
        .global(fileRemovalCollection)()
        .updateMany({}, { dueAt: new Date(0) })
      await running.runJob('remove-files')
    },
    staff: db.tenant(staffCollection)(salon.workspaceId),
    stop: async () => {
      identity.close()
      billing.close()
      await db.close()
      await running.stop()
    },
  }
}
export type Scene = Awaited<ReturnType<typeof withProxies>>

/** Creates a staff member and accepts the invitation. */
export const joinAndAccept = async (
  { owner }: Salon,
  api: Scene['api'],
  { name, roleId }: { name: string; roleId: string },
) => {
  const email = `${uniqueName('staff')}@shop.example`
  // On a busy machine, identity may reply too late; repeating the request continues the step.
  const { staff } = await eventually(async () => {
    const created = await api.createStaff({ name, email, roleId })
    expect(created).toMatchObject({ status: 201 })
    return created.body
  })
  const { messages } = (await owner.listOutbox({ query: { to: email } })).body
  const accepted = await owner.acceptInvitation({
    body: { token: messages[0]!.token!, password: 'staff-horse-2' },
  })
  if (!('token' in accepted.body)) throw new Error('The staff member could not log in')
  return { staff, token: accepted.body.token, accountId: accepted.body.account.id }
}

/** Starts a second replica in a separate process, which can be killed. */
export const startReplica = (env: Record<string, string>) =>
  startMain(join(import.meta.dirname, '../src/main.ts'), {
    POS_RPC: '127.0.0.1:1',
    STOREFRONT_RPC: '127.0.0.1:1',
    ...env,
  })
