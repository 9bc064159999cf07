import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { allRoutes } from '@wp/gateway/contracts'
import { idempotencyOf } from '@wp/http'
import { newId } from '@wp/kernel'
import { eventually, forgetReply, listEvents, openTestDatabase } from '@wp/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { exceptions } from './idempotency-exceptions.ts'
import { testedElsewhere, withoutLastingEffect } from './lost-replies/elsewhere.ts'
import { filesStay, removals, removesWithFiles } from './lost-replies/removals.ts'
import { sagas } from './lost-replies/sagas.ts'
import { newScene } from './lost-replies/scene.ts'
import type { Reply, Row } from './lost-replies/scene.ts'
import { states } from './lost-replies/states.ts'
import { uploads } from './lost-replies/uploads.ts'

// A caller whose connection is cut after the commit repeats the request, which must have one effect and the
// same reply.

const openScene = async ({ service, prepare }: Row) => {
  const scene = await newScene()
  onTestFinished(() => scene.close())
  const call = await prepare(scene)
  return { ...scene, call, events: () => listEvents(`wp_${service}`, scene.workspaceId) }
}

describe('a request whose reply was lost', () => {
  const rows = (cases: Record<string, Row>) => Object.entries(cases)

  it.each(rows(sagas))('%s has one effect and the same reply, even after a crash', async (_, row) => {
    const { call, events, loseReply, workspaceId } = await openScene(row)
    const db = await openTestDatabase(`wp_${row.service}`)
    onTestFinished(() => db.close())
    const key = newId()
    const repeat = () =>
      eventually(async () => {
        const reply = await call({ 'idempotency-key': key })
        expect(reply.status).toBeLessThan(300)
        return reply
      })
    await loseReply(() => call({ 'idempotency-key': key }))
    const before = await events()
    const first = await repeat()
    expect(await events()).toEqual(before)
    await forgetReply(db, workspaceId, key)
    expect((await repeat()).body).toEqual(first.body)
    expect(await events()).toEqual(before)
  })

  it.each(rows(uploads))('%s stores one file and returns the same reply with its key', async (_, row) => {
    const { call, events, loseReply, storageUsed } = await openScene(row)
    const headers = { 'idempotency-key': newId() }
    await loseReply(() => call(headers))
    const effects = async () => [row.runsLater ? [] : await events(), await storageUsed()]
    const before = await effects()
    const first = await call(headers)
    expect([201, 202]).toContain(first.status)
    expect((await call(headers)).body).toEqual(first.body)
    expect(await effects()).toEqual(before)
  })

  it.each(rows(removals))('%s removes one file and releases its storage once', async (_, row) => {
    const { call, events, loseReply, storageUsed } = await openScene(row)
    expect(await storageUsed()).toBeGreaterThan(0)
    await loseReply(() => call({}))
    const before = await events()
    expect((await call({})).status).toBe(404)
    expect([await events(), await storageUsed()]).toEqual([before, 0])
  })

  it.each(rows(states))('%s has one effect without a key', async (_, row) => {
    const { call, events, loseReply } = await openScene(row)
    await loseReply(() => call({}))
    const before = await events()
    expect(before.length).toBeGreaterThan(0)
    const answerOf = ({ status, body }: Reply) => (row.mayReject ? status : { status, body })
    const again = await call({})
    expect(row.mayReject ? [409, 422] : [200, 204]).toContain(again.status)
    expect(answerOf(await call({}))).toEqual(answerOf(again))
    expect(await events()).toEqual(before)
  })

  it('is tested for every operation that is a saga, stores or removes a file, or takes no key', async () => {
    const routes = (await allRoutes()).map(({ route }) => route)
    const idsOf = (matches: (route: (typeof routes)[number]) => boolean) =>
      routes.filter(matches).map(({ id }) => id)
    const posts = idsOf(({ method }) => method === 'POST')
    expect(Object.keys(sagas).toSorted()).toEqual(
      idsOf((route) => idempotencyOf(route) === 'saga')
        .filter((id) => posts.includes(id))
        .toSorted(),
    )
    expect(Object.keys(uploads).toSorted()).toEqual(idsOf(({ upload }) => upload !== undefined).toSorted())
    expect([...Object.keys(removals), ...Object.keys(filesStay)].toSorted()).toEqual(
      removesWithFiles(routes).toSorted(),
    )
    expect(posts).toEqual(expect.arrayContaining(Object.values(exceptions).flat()))
    const without = Object.entries(exceptions).flatMap(([reason, ids]) =>
      withoutLastingEffect.includes(reason) ? [] : ids,
    )
    expect([...Object.keys(states), ...Object.keys(testedElsewhere)].toSorted()).toEqual(without.toSorted())
    expect(Object.keys(exceptions)).toEqual(expect.arrayContaining(withoutLastingEffect))
  })

  it.each(Object.entries(testedElsewhere))('%s is repeated in another test', async (_, [file, title]) => {
    const source = await readFile(join(import.meta.dirname, '../../services', file), 'utf8')
    expect(source).toContain(title)
  })
})
