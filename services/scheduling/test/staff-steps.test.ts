import { newId } from '@wp/kernel'
import { openDatabase } from '@wp/mongo'
import { createLogger, createMetrics } from '@wp/telemetry'
import { eventually, inProcess, platform, uniqueName } from '@wp/testing'
import { describe, expect, test } from 'vitest'
import { systemClock } from '@wp/kernel'
import * as contract from '../src/contract.ts'
import { service } from '../src/service.ts'
import { staffCollection } from '../src/staff/staff.store.ts'
import type { Step } from '../src/staff/staff.store.ts'
import { cableTo } from './cable.ts'
import { newRole, newSalon, unknownId } from './salon.ts'
import type { Salon } from './salon.ts'

const rpcOf = (name: string) => platform().services[name]![0]!.rpc!

/** Scheduling in this process, with a cable to each service that its staff depends on. */
const withCables = async (salon: Salon) => {
  const [identity, billing] = [await cableTo(rpcOf('identity')), await cableTo(rpcOf('admin-billing'))]
  const prefix = `${uniqueName('t')}_`
  const running = await inProcess(service, {
    env: { IDENTITY_RPC: identity.address, ADMIN_BILLING_RPC: billing.address, DATABASE_PREFIX: prefix },
  })
  const db = await openDatabase({
    url: platform().mongoUrl,
    name: `${prefix}scheduling`,
    clock: systemClock,
    logger: createLogger({ service: 'test', level: 'silent' }),
    metrics: createMetrics('test'),
    collections: [staffCollection],
  })
  const api = running.as(contract, salon)
  expect((await api.listStaff()).status).toBe(200) // keys and workspace are known from here on
  return {
    api,
    identity,
    billing,
    runSteps: () => running.runJob('complete-staff-steps'),
    staff: db.tenant(staffCollection)(salon.workspaceId),
    stop: async () => {
      identity.close()
      billing.close()
      await db.close()
      await running.stop()
    },
  }
}

const profile = (roleId: string) => {
  const id = newId()
  return {
    id,
    name: 'Mona',
    email: `${uniqueName('staff')}@shop.example`,
    roleId,
    phone: null,
    avatarUrl: null,
    workingHours: null,
    fieldValues: '[]',
    valueKeys: [],
    uniqueKeys: [id],
    deletedAt: null,
    wanted: null,
  }
}

/** What a process that was killed in the middle of a step leaves behind. */
const left = (step: Step, isJoined = true) => ({ step, isJoined, stepUntil: new Date(Date.now() - 1000) })

const isRoleFree = async ({ owner }: Salon, roleId: string): Promise<boolean> =>
  (await owner.deleteRole({ params: { roleId } })).status === 204

describe('while identity is away', () => {
  test('nobody joins, changes a login or leaves: 503, and afterwards everything is as it was', async () => {
    const salon = await newSalon()
    const roleId = await newRole(salon)
    const scene = await withCables(salon)
    try {
      const { api, identity, runSteps } = scene
      const email = `${uniqueName('staff')}@shop.example`
      const { staff } = (await api.createStaff({ name: 'Mona', email, roleId })).body
      const params = { staffId: staff.id }
      const newcomer = { name: 'Sami', email: `${uniqueName('staff')}@shop.example`, roleId }
      identity.cut()
      expect(await api.createStaff(newcomer)).toFailWith(503, 'UNAVAILABLE')
      expect(await api.updateStaff({ params, body: { email: 'new@shop.example' } })).toFailWith(
        503,
        'UNAVAILABLE',
      )
      expect(await api.deleteStaff({ params })).toFailWith(503, 'UNAVAILABLE')
      expect((await api.updateStaff({ params, body: { name: 'Mona S.' } })).status).toBe(200)
      expect((await api.listStaff()).body.staff).toMatchObject([{ id: staff.id, email, name: 'Mona S.' }])
      identity.mend()
      await eventually(
        async () => {
          await runSteps()
          expect((await api.createStaff(newcomer)).status).toBe(201)
        },
        { withinMs: 15_000 },
      )
      await eventually(
        async () => {
          await runSteps()
          expect((await api.deleteStaff({ params })).status).toBe(204)
        },
        { withinMs: 15_000 },
      )
    } finally {
      await scene.stop()
    }
  })
})

describe('what a crash has left', () => {
  test('half a joining is completed: seat, login and profile', async () => {
    const salon = await newSalon()
    const roleId = await newRole(salon)
    const scene = await withCables(salon)
    try {
      const { id, ...mona } = profile(roleId)
      await scene.staff.insert({ id, ...mona, ...left('joining', false) })
      expect((await scene.api.listStaff()).body.staff).toEqual([])
      await scene.runSteps()
      expect((await scene.api.listStaff()).body.staff).toMatchObject([{ id, email: mona.email }])
      expect(await isRoleFree(salon, roleId)).toBe(false)
    } finally {
      await scene.stop()
    }
  })

  test('a joining under a role that is gone is undone, and one that somebody repeats goes on under the same id', async () => {
    const salon = await newSalon()
    const roleId = await newRole(salon)
    const scene = await withCables(salon)
    try {
      const { id, ...lost } = profile(unknownId)
      await scene.staff.insert({ id, ...lost, ...left('joining', false) })
      await scene.runSteps()
      expect(await scene.staff.findOne({ id })).toBeNull()

      const again = profile(roleId)
      await scene.staff.insert({ ...again, ...left('joining', false) })
      const made = await scene.api.createStaff({ name: 'Mona again', email: again.email, roleId })
      expect(made.body.staff).toMatchObject({ id: again.id, name: 'Mona again' })
    } finally {
      await scene.stop()
    }
  })

  test('half a change is completed, half a leaving too, and a seat that was not given back is', async () => {
    const salon = await newSalon()
    const [before, after] = [await newRole(salon), await newRole(salon)]
    const scene = await withCables(salon)
    try {
      const email = `${uniqueName('staff')}@shop.example`
      const { staff } = (await scene.api.createStaff({ name: 'Mona', email, roleId: before })).body
      const { id } = staff
      const wanted = JSON.stringify({ roleId: after, name: 'Mona S.' })
      await scene.staff.update({ id }, { ...left('changing'), wanted })
      await scene.runSteps()
      expect((await scene.api.getStaff({ params: { staffId: id } })).body.staff).toMatchObject({
        roleId: after,
        name: 'Mona S.',
      })
      expect(await isRoleFree(salon, before)).toBe(true)

      await scene.staff.update({ id }, left('leaving'))
      scene.billing.cut()
      await scene.runSteps()
      expect(await scene.api.getStaff({ params: { staffId: id } })).toFailWith(404, 'NOT_FOUND')
      expect(await isRoleFree(salon, after)).toBe(true)
      expect(await scene.staff.findOne({ id })).toMatchObject({ step: 'freeing' })
      scene.billing.mend()
      await eventually(
        async () => {
          await scene.staff.update({ id }, { stepUntil: new Date(0) })
          await scene.runSteps()
          expect(await scene.staff.findOne({ id })).toMatchObject({ step: null, stepUntil: null })
        },
        { withinMs: 15_000 },
      )
    } finally {
      await scene.stop()
    }
  })

  test('a step that is still under way is left alone: a second change at the same time is 409', async () => {
    const salon = await newSalon()
    const roleId = await newRole(salon)
    const scene = await withCables(salon)
    try {
      const { staff } = (
        await scene.api.createStaff({ name: 'Mona', email: `${uniqueName('s')}@shop.example`, roleId })
      ).body
      await scene.staff.update(
        { id: staff.id },
        { step: 'changing', stepUntil: new Date(Date.now() + 60_000), wanted: '{}' },
      )
      await scene.runSteps()
      expect(await scene.staff.findOne({ id: staff.id })).toMatchObject({ step: 'changing' })
      const params = { staffId: staff.id }
      expect(await scene.api.updateStaff({ params, body: { email: 'x@shop.example' } })).toFailWith(
        409,
        'CONFLICT',
      )
      expect(await scene.api.deleteStaff({ params })).toFailWith(409, 'CONFLICT')
    } finally {
      await scene.stop()
    }
  })
})
