import * as billingContract from '@wp/admin-billing/contract'
import { identityService } from '@wp/protos'
import { rpcClient } from '@wp/rpc'
import { createLogger, createMetrics } from '@wp/telemetry'
import { apiOf, eventually, rpcOf, tcpProxy, tokensOf, uniqueName } from '@wp/testing'
import { afterAll, describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'
import { newRole, newSalon } from './salon.ts'
import type { Salon } from './salon.ts'
import { joinAndAccept, startReplica, withProxies } from './staff-scene.ts'
import type { Scene } from './staff-scene.ts'

// Lists the ways a service can fail at every step. Afterward, identity, admin-billing and scheduling must agree.

const accounts = rpcClient(identityService, {
  addresses: rpcOf('identity'),
  tokens: tokensOf(),
  deadlineMs: 10_000,
  metrics: createMetrics('tests'),
  logger: createLogger({ service: 'tests', level: 'silent' }),
})
afterAll(() => accounts.close())

/** Creates one staff member for each kind of change. */
const newCast = async (salon: Salon, scene: Scene) => {
  const [role, otherRole] = [await newRole(salon), await newRole(salon)]
  const [promoted, moved, leaver] = await Promise.all(
    ['Pia', 'Mona', 'Lena'].map((name) => joinAndAccept(salon, scene.api, { name, roleId: role })),
  )
  const newcomer = { name: 'Nora', email: `${uniqueName('staff')}@shop.example`, roleId: role }
  const movedTo = `${uniqueName('staff')}@shop.example`
  return { role, otherRole, promoted: promoted!, moved: moved!, leaver: leaver!, newcomer, movedTo }
}
type Cast = Awaited<ReturnType<typeof newCast>>

/** Adds a member, changes a role, changes an email and removes a member, all concurrently. */
const runAllSteps = (api: Scene['api'], { promoted, moved, leaver, newcomer, otherRole, movedTo }: Cast) =>
  Promise.all([
    api.createStaff(newcomer),
    api.updateStaff({ params: { staffId: promoted.staff.id }, body: { roleId: otherRole } }),
    api.updateStaff({ params: { staffId: moved.staff.id }, body: { email: movedTo } }),
    api.deleteStaff({ params: { staffId: leaver.staff.id } }),
  ])

const countSteps = async ({ staff }: Scene): Promise<number> =>
  (await staff.find()).filter(({ step }) => step !== null).length

const settle = (scene: Scene) =>
  eventually(async () => {
    await scene.runSteps()
    expect(await countSteps(scene)).toBe(0)
  })

/** Checks that all services store the same staff. */
const compare = async (salon: Salon, scene: Scene) => {
  const here = (await scene.api.listStaff()).body.staff.map(({ id, email, roleId }) => ({
    staffId: id,
    email,
    roleId,
  }))
  const { workspaceId } = salon
  const there = (await accounts.listStaffAccounts({ workspaceId, staffIds: [] })).accounts
  const byId = (one: { staffId: string }, other: { staffId: string }) =>
    one.staffId.localeCompare(other.staffId)
  expect(there.map(({ staffId, email, roleId }) => ({ staffId, email, roleId })).toSorted(byId)).toEqual(
    here.toSorted(byId),
  )
  const { subscription } = (await salon.use(billingContract).getOwnSubscription()).body
  expect(subscription.staffUsed).toBe(here.length)
  return there
}

type Fault = { fault: string; fail: (scene: Scene) => void }
const faults: Fault[] = [
  { fault: 'calls to identity arrive late', fail: ({ identity }) => identity.hold('requests') },
  { fault: "identity's replies are lost", fail: ({ identity }) => identity.hold('replies') },
  { fault: 'identity is disconnected', fail: ({ identity }) => identity.disconnect() },
  {
    fault: 'calls to admin-billing arrive late',
    fail: ({ billing }) => billing.hold('requests'),
  },
  { fault: "admin-billing's replies are lost", fail: ({ billing }) => billing.hold('replies') },
  {
    fault: 'admin-billing stalls after the call to identity',
    fail: ({ identity, billing }) => identity.onNextRequest(() => billing.hold('requests')),
  },
]

describe('/workspace/:workspaceId/staff', () => {
  it.concurrent.each(faults)('keeps all services consistent if $fault', async ({ fail }) => {
    const salon = await newSalon()
    const scene = await withProxies(salon)
    try {
      const cast = await newCast(salon, scene)
      fail(scene)
      const replies = await runAllSteps(scene.api, cast)
      for (const reply of replies.filter(({ status }) => status >= 400)) {
        expect([503, 504]).toContain(reply.status)
        expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
      }
      for (const proxy of [scene.identity, scene.billing]) {
        proxy.reconnect()
        proxy.cut()
      }
      await settle(scene)
      await Promise.all([scene.identity.deliver(), scene.billing.deliver()])
      await settle(scene)

      const [joins, promotes, moves, leaves] = replies.map(({ status }) => status < 400)
      const { promoted, moved, leaver, newcomer } = cast
      for (let round = 0; round < 3; round += 1) {
        const logins = await compare(salon, scene)
        const loginOf = (staffId: string) => logins.find((login) => login.staffId === staffId)
        expect(logins.some(({ email }) => email === newcomer.email)).toBe(joins)
        expect(loginOf(promoted.staff.id)).toMatchObject({
          roleId: promotes ? cast.otherRole : cast.role,
          status: 'active',
        })
        expect(loginOf(moved.staff.id)).toMatchObject(
          moves ? { email: cast.movedTo, status: 'invited' } : { email: moved.staff.email, status: 'active' },
        )
        expect(loginOf(leaver.staff.id)?.status).toBe(leaves ? undefined : 'active')
      }
    } finally {
      await scene.stop()
    }
  })

  it('completes the steps of a crashed replica and ignores its late calls', async () => {
    const salon = await newSalon()
    const scene = await withProxies(salon)
    const proxy = await tcpProxy(rpcOf('identity'))
    const replica = await startReplica({
      ...scene.env,
      IDENTITY_RPC: proxy.address,
      ADMIN_BILLING_RPC: rpcOf('admin-billing'),
    })
    try {
      const cast = await newCast(salon, scene)
      const { token, workspaceId } = salon
      const api = apiOf(contract, { baseUrl: replica.url, token, params: { workspaceId } })
      expect((await api.listStaff()).status).toBe(200)
      proxy.hold('requests')
      const lost = runAllSteps(api, cast).catch(() => null)
      await eventually(async () => expect(await countSteps(scene)).toBe(4))
      await replica.kill()
      expect(await lost).toBeNull()
      for (const { id, step } of await scene.staff.find())
        if (step) await scene.staff.update({ id }, { stepUntil: new Date(0) }) // makes the step overdue
      await settle(scene)
      // Restores the previous role, so that the effect of a late call would be visible.
      const back = { params: { staffId: cast.promoted.staff.id }, body: { roleId: cast.role } }
      expect((await scene.api.updateStaff(back)).status).toBe(200)
      await proxy.deliver()
      for (let round = 0; round < 3; round += 1) {
        const logins = await compare(salon, scene)
        expect(logins.map(({ email }) => email).toSorted()).toEqual(
          [cast.promoted.staff.email, cast.movedTo, cast.newcomer.email].toSorted(),
        )
      }
    } finally {
      await replica.kill()
      proxy.close()
      await scene.stop()
    }
  })
})
