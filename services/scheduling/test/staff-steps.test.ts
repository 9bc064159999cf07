import { AppError, newId, systemClock } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { versionedCache } from '@wp/mongo'
import { createLogger } from '@wp/telemetry'
import { apiOf, eventually, forgetReply, rpcOf, tcpProxy, uniqueName } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'
import { changeLogin, recoverStaffLogins } from '../src/staff/staff-login.actions.ts'
import type { StaffLoginDeps } from '../src/staff/staff-login.actions.ts'
import { staffStore } from '../src/staff/staff.store.ts'
import type { Step } from '../src/staff/staff.store.ts'
import { newRole, newSalon, unknownId } from './salon.ts'
import type { Salon } from './salon.ts'
import { toStaffRecord } from './staff-records.ts'
import { joinAndAccept, startReplica, withProxies } from './staff-scene.ts'

const newProfile = (roleId: Id) => toStaffRecord(newId(), roleId)

/** The fields of a step whose process was killed. */
const left = (step: Step, { ownerAccountId }: Salon, isJoined = true) => ({
  step,
  isJoined,
  stepVersion: 10,
  actorId: ownerAccountId,
  stepUntil: new Date(Date.now() - 1000),
})

const isRoleFree = async ({ owner }: Salon, roleId: string): Promise<boolean> =>
  (await owner.deleteRole({ params: { roleId } })).status === 204

describe('staff changes while identity is down', () => {
  it('returns 503 for changes to logins and leaves them unchanged, but updates names', async () => {
    const salon = await newSalon()
    const roleId = await newRole(salon)
    const scene = await withProxies(salon)
    try {
      const { api, identity, runSteps } = scene
      const email = `${uniqueName('staff')}@shop.example`
      const { staff } = (await api.createStaff({ name: 'Mona', email, roleId })).body
      const params = { staffId: staff.id }
      const newcomer = { name: 'Sami', email: `${uniqueName('staff')}@shop.example`, roleId }
      identity.disconnect()
      expect(await api.createStaff(newcomer)).toFailWith(503, 'UNAVAILABLE')
      expect(await api.updateStaff({ params, body: { email: 'new@shop.example' } })).toFailWith(
        503,
        'UNAVAILABLE',
      )
      expect(await api.deleteStaff({ params })).toFailWith(503, 'UNAVAILABLE')
      expect((await api.updateStaff({ params, body: { name: 'Mona S.' } })).status).toBe(200)
      expect((await api.listStaff()).body.staff).toMatchObject([{ id: staff.id, email, name: 'Mona S.' }])
      identity.reconnect()
      await eventually(async () => {
        await runSteps()
        expect((await api.createStaff(newcomer)).status).toBe(201)
      })
      await eventually(async () => {
        await runSteps()
        expect((await api.deleteStaff({ params })).status).toBe(204)
      })
    } finally {
      await scene.stop()
    }
  })
})

describe('POST /workspace/:workspaceId/staff with an Idempotency-Key', () => {
  it('returns 503 or 504 while the outcome is unknown, and the result afterward', async () => {
    const salon = await newSalon()
    const roleId = await newRole(salon)
    const scene = await withProxies(salon)
    try {
      const { api, identity, runSteps } = scene
      const body = { name: 'Mona', email: `${uniqueName('staff')}@shop.example`, roleId }
      const create = () => api.createStaff({ body, headers: { 'idempotency-key': 'k1' } })
      identity.hold('replies')
      for (let call = 0; call < 2; call += 1) {
        const stalled = await create()
        expect([503, 504]).toContain(stalled.status)
        expect(Number(stalled.headers.get('retry-after'))).toBeGreaterThan(0)
      }
      identity.cut()
      const created = await eventually(async () => {
        await runSteps()
        const reply = await create()
        expect(reply.status).toBe(201)
        return reply
      })
      expect((await create()).body).toEqual(created.body)
      expect((await api.listStaff()).body.staff).toEqual([created.body.staff])
    } finally {
      await scene.stop()
    }
  })

  it('returns an existing member only when the same request is repeated after a crash, and otherwise 409', async () => {
    const salon = await newSalon()
    const roleId = await newRole(salon)
    const scene = await withProxies(salon)
    try {
      const { api, staff } = scene
      const body = { name: 'Mona', email: `${uniqueName('staff')}@shop.example`, roleId }
      const create = (key: string, changes: object = {}) =>
        api.createStaff({ body: { ...body, ...changes }, headers: { 'idempotency-key': key } })
      const first = await create('k1')
      await forgetReply(scene.db, salon.workspaceId, 'k1')
      expect(await create('k1')).toMatchObject({ status: 201, body: first.body })
      expect(await create('k2')).toFailWith(409, 'CONFLICT', { path: 'email' })
      expect(await create('k3', { name: 'Sami' })).toFailWith(409, 'CONFLICT', { path: 'email' })
      expect(await staff.count()).toBe(1)
    } finally {
      await scene.stop()
    }
  })
})

describe('recovery of staff changes after a crash', () => {
  it('completes adding a member when the replica was killed during its call to identity', async () => {
    const salon = await newSalon()
    const roleId = await newRole(salon)
    const scene = await withProxies(salon)
    const proxy = await tcpProxy(rpcOf('identity'))
    try {
      const replica = await startReplica({
        ...scene.env,
        IDENTITY_RPC: proxy.address,
        ADMIN_BILLING_RPC: rpcOf('admin-billing'),
      })
      try {
        const { token, workspaceId } = salon
        const api = apiOf(contract, { baseUrl: replica.url, token, params: { workspaceId } })
        expect((await api.listStaff()).status).toBe(200)
        proxy.hold()
        const email = `${uniqueName('staff')}@shop.example`
        const lost = api.createStaff({ name: 'Mona', email, roleId }).catch(() => null)
        const { id } = await eventually(async () => {
          const begun = await scene.staff.findOne({ email })
          expect(begun).toMatchObject({ step: 'joining', isJoined: false })
          return begun!
        })
        await replica.kill()
        expect(await lost).toBeNull()
        await scene.staff.update({ id }, { stepUntil: new Date(0) }) // makes the step overdue
        await scene.runSteps()
        expect((await scene.api.listStaff()).body.staff).toMatchObject([{ id, email, name: 'Mona' }])
        expect(await isRoleFree(salon, roleId)).toBe(false)
      } finally {
        await replica.kill()
      }
    } finally {
      proxy.close()
      await scene.stop()
    }
  })

  it('completes adding a member, including their login and profile', async () => {
    const salon = await newSalon()
    const roleId = await newRole(salon)
    const scene = await withProxies(salon)
    try {
      const { id, ...mona } = newProfile(roleId)
      await scene.staff.insert({ id, ...mona, ...left('joining', salon, false) })
      expect((await scene.api.listStaff()).body.staff).toEqual([])
      await scene.runSteps()
      expect((await scene.api.listStaff()).body.staff).toMatchObject([{ id, email: mona.email }])
      expect(await isRoleFree(salon, roleId)).toBe(false)
    } finally {
      await scene.stop()
    }
  })

  it('undoes adding a member whose role no longer exists, and lets a new request continue an interrupted one', async () => {
    const salon = await newSalon()
    const roleId = await newRole(salon)
    const scene = await withProxies(salon)
    try {
      const { id, ...lost } = newProfile(unknownId)
      await scene.staff.insert({ id, ...lost, ...left('joining', salon, false) })
      await scene.runSteps()
      expect(await scene.staff.findOne({ id })).toBeNull()

      const again = newProfile(roleId)
      await scene.staff.insert({ ...again, ...left('joining', salon, false) })
      const made = await scene.api.createStaff({ name: 'Mona again', email: again.email, roleId })
      expect(made.body.staff).toMatchObject({ id: again.id, name: 'Mona again' })
    } finally {
      await scene.stop()
    }
  })

  it('undoes changes whose actor lacks the permissions or is unknown', async () => {
    const salon = await newSalon()
    const [strong, weak] = [await newRole(salon, ['finance.manage']), await newRole(salon, ['staff.update'])]
    const scene = await withProxies(salon)
    try {
      const actor = await joinAndAccept(salon, scene.api, { name: 'Sami', roleId: weak })
      const { id, ...mona } = newProfile(strong)
      const byActor = { actorId: actor.accountId }
      await scene.staff.insert({ id, ...mona, ...left('joining', salon, false), ...byActor })
      await scene.staff.update(
        { id: actor.staff.id },
        { ...left('changing', salon), ...byActor, wanted: JSON.stringify({ roleId: strong }) },
      )
      const withoutActor = newProfile(weak)
      await scene.staff.insert({ ...withoutActor, ...left('joining', salon, false), actorId: null })
      await scene.runSteps()
      expect((await scene.api.listStaff()).body.staff).toMatchObject([{ id: actor.staff.id, roleId: weak }])
      expect(await isRoleFree(salon, strong)).toBe(true)
    } finally {
      await scene.stop()
    }
  })

  it('completes a change and a removal, and frees the seat once admin-billing is back', async () => {
    const salon = await newSalon()
    const [before, after] = [await newRole(salon), await newRole(salon)]
    const scene = await withProxies(salon)
    try {
      const email = `${uniqueName('staff')}@shop.example`
      const { staff } = (await scene.api.createStaff({ name: 'Mona', email, roleId: before })).body
      const { id } = staff
      const wanted = JSON.stringify({ roleId: after, name: 'Mona S.' })
      await scene.staff.update({ id }, { ...left('changing', salon), wanted })
      await scene.runSteps()
      expect((await scene.api.getStaff({ params: { staffId: id } })).body.staff).toMatchObject({
        roleId: after,
        name: 'Mona S.',
      })
      expect(await isRoleFree(salon, before)).toBe(true)

      await scene.staff.update({ id }, left('leaving', salon))
      scene.billing.disconnect()
      await scene.runSteps()
      expect(await scene.api.getStaff({ params: { staffId: id } })).toFailWith(404, 'NOT_FOUND')
      expect(await isRoleFree(salon, after)).toBe(true)
      expect(await scene.staff.findOne({ id })).toMatchObject({ step: 'freeing' })
      scene.billing.reconnect()
      await eventually(async () => {
        await scene.staff.update({ id }, { stepUntil: new Date(0) })
        await scene.runSteps()
        expect(await scene.staff.findOne({ id })).toMatchObject({ step: null, stepUntil: null })
      })
    } finally {
      await scene.stop()
    }
  })
})

describe('a rejected staff change', () => {
  it('is reverted in identity when scheduling rejects another part of it', async () => {
    const salon = await newSalon()
    const [before, after] = [await newRole(salon), await newRole(salon)]
    const scene = await withProxies(salon)
    try {
      const { api } = scene
      await api.createStaffField({ key: 'badge', label: 'Badge', type: 'text', isUnique: true })
      const join = async (badge: string) => {
        const fieldValues = [{ fieldKey: 'badge', value: badge }]
        const email = `${uniqueName('staff')}@shop.example`
        return (await api.createStaff({ name: 'Mona', email, roleId: before, fieldValues })).body.staff
      }
      await join('1')
      const sami = await join('2')
      const params = { staffId: sami.id }
      const body = { roleId: after, fieldValues: [{ fieldKey: 'badge', value: '1' }] }
      expect(await api.updateStaff({ params, body })).toFailWith(422, 'VALIDATION_FAILED', {
        path: 'fieldValues',
      })
      expect((await api.getStaff({ params })).body.staff).toMatchObject({ roleId: before })
      expect(await isRoleFree(salon, after)).toBe(true)
      expect((await api.updateStaff({ params, body: { name: 'Sami' } })).status).toBe(200)
    } finally {
      await scene.stop()
    }
  })

  it('is undone within the request, even if the recovery job runs at the same time', async () => {
    const salon = await newSalon()
    const scene = await withProxies(salon)
    try {
      const mona = newProfile(await newRole(salon))
      const member = await scene.staff.insert({
        ...mona,
        ...left('changing', salon),
        step: null,
        stepUntil: null,
      })
      let calls = 0
      const upsertStaffAccount = async () => {
        calls += 1
        if (calls === 1) throw new AppError('FORBIDDEN', 'Not yours to change')
        await recoverStaffLogins(deps)
        return { accountId: newId() }
      }
      const deps = {
        db: scene.db,
        staff: staffStore(scene.db, versionedCache(scene.db)),
        accounts: { upsertStaffAccount },
        clock: systemClock,
        logger: createLogger({ service: 'tests', level: 'silent' }),
      } as unknown as StaffLoginDeps
      const change = changeLogin(deps, member, salon.ownerAccountId, { email: 'new@shop.example' })
      await expect(change).rejects.toThrow('Not yours to change')
      expect(calls).toBe(2)
      expect(await scene.staff.findOne({ id: member.id })).toMatchObject({ step: null, email: mona.email })
    } finally {
      await scene.stop()
    }
  })
})
