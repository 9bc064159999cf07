import type { RequestBody, RequestQuery } from '@wp/http'
import { newStaff } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'
import { newMember, newSalon, unknownId } from './salon.ts'

describe('/workspace/:workspaceId/tasks and /workspace/staff/:staffId/tasks', () => {
  it('creates an open task, then assigns it and sets its due date and status', async () => {
    const salon = await newSalon()
    const { api, workspaceId } = salon
    const mona = await newMember(salon)
    const made = await api.createTask({ title: 'Order shampoo' })
    expect(made.status).toBe(201)
    expect(made.body.task).toMatchObject({
      workspaceId,
      title: 'Order shampoo',
      description: null,
      staffId: null,
      dueDate: null,
      status: 'open',
    })
    const params = { taskId: made.body.task.id }
    const changed = await api.updateTask({
      params,
      body: { staffId: mona.id, dueDate: '2027-03-10T23:00:00-02:00', status: 'in-progress' },
    })
    expect(changed.body.task).toMatchObject({
      staffId: mona.id,
      dueDate: '2027-03-11',
      status: 'in-progress',
    })
    expect((await api.getTask({ params })).body.task).toEqual(changed.body.task)
    expect(
      (await api.updateTask({ params, body: { staffId: null, dueDate: null } })).body.task,
    ).toMatchObject({
      staffId: null,
      dueDate: null,
      status: 'in-progress',
    })
  })

  it('lists tasks newest first and filters by staff member and status', async () => {
    const salon = await newSalon()
    const { api } = salon
    const mona = await newMember(salon)
    const hers = { title: 'Order shampoo', staffId: mona.id, status: 'in-progress' } as const
    const { task } = (await api.createTask(hers)).body
    await api.createTask({ title: 'Sweep' })
    const titles = async (query: RequestQuery<typeof contract.listTasks>) =>
      (await api.listTasks({ query })).body.tasks.map(({ title }) => title)
    expect(await titles({})).toEqual(['Sweep', 'Order shampoo'])
    expect(await titles({ staffId: mona.id })).toEqual(['Order shampoo'])
    expect(await titles({ status: 'open' })).toEqual(['Sweep'])
    const mine = await api.listStaffTasks({ params: { staffId: mona.id }, query: { status: 'in-progress' } })
    expect(mine.body.tasks.map(({ id }) => id)).toEqual([task.id])
    expect(mine.body.pagination).toMatchObject({ total: 1 })
  })

  it('searches titles by the beginning of words', async () => {
    const salon = await newSalon()
    const { api } = salon
    const mona = await newMember(salon)
    const { task } = (await api.createTask({ title: 'Order shampoo', staffId: mona.id })).body
    await api.createTask({ title: 'Sweep the order desk' })
    const titles = async (query: RequestQuery<typeof contract.listTasks>) =>
      (await api.listTasks({ query })).body.tasks.map(({ title }) => title)
    expect(await titles({ search: 'ORD' })).toEqual(['Sweep the order desk', 'Order shampoo'])
    expect(await titles({ search: 'desk ord', status: 'open' })).toEqual(['Sweep the order desk'])
    expect(await titles({ search: 'ord', staffId: mona.id })).toEqual(['Order shampoo'])
    expect(await titles({ search: 'rder' })).toEqual([])
    await api.updateTask({ params: { taskId: task.id }, body: { title: 'Buy towels' } })
    await api.updateTask({ params: { taskId: task.id }, body: { status: 'done' } })
    expect(await titles({ search: 'towels' })).toEqual(['Buy towels'])
    expect(await titles({ search: 'shampoo' })).toEqual([])
    const hers = await api.listStaffTasks({ params: { staffId: mona.id }, query: { search: 'buy' } })
    expect(hers.body.tasks.map(({ id }) => id)).toEqual([task.id])
    expect(await api.listTasks.raw({ query: { search: ' ' } })).toFailWith(400, 'INVALID_REQUEST', {
      path: 'search',
    })
  })

  it('returns 404 for a task after it was deleted', async () => {
    const { api } = await newSalon()
    const params = { taskId: (await api.createTask({ title: 'Sweep' })).body.task.id }
    expect((await api.deleteTask({ params })).status).toBe(204)
    expect(await api.getTask({ params })).toFailWith(404, 'NOT_FOUND')
    expect(await api.deleteTask({ params })).toFailWith(404, 'NOT_FOUND')
    expect(await api.updateTask({ params, body: {} })).toFailWith(404, 'NOT_FOUND')
  })

  it('rejects a missing title, an invalid date or status, and an unknown assignee', async () => {
    const { api } = await newSalon()
    expect(await api.createTask.raw({ body: {} })).toFailWith(400, 'INVALID_REQUEST', { path: 'title' })
    expect(await api.createTask({ title: ' ' })).toFailWith(422, 'VALIDATION_FAILED', { path: 'title' })
    expect(await api.createTask({ title: 'A', dueDate: '2027-02-30' })).toFailWith(400, 'INVALID_REQUEST')
    expect(await api.createTask({ title: 'A', staffId: unknownId })).toFailWith(404, 'NOT_FOUND')
    const params = { taskId: (await api.createTask({ title: 'A' })).body.task.id }
    expect(await api.updateTask.raw({ params, body: { status: 'closed' } })).toFailWith(
      422,
      'VALIDATION_FAILED',
    )
    expect(await api.updateTask.raw({ params, body: { title: 5 } })).toFailWith(400, 'INVALID_REQUEST')
    expect(await api.updateTask({ params, body: { staffId: unknownId } })).toFailWith(404, 'NOT_FOUND')
    expect(await api.listTasks.raw({ query: { status: 'closed' } })).toFailWith(400, 'INVALID_REQUEST')
    expect(await api.listStaffTasks({ params: { staffId: unknownId } })).toFailWith(404, 'NOT_FOUND')
    expect(await api.listStaffTasks({ params: { staffId: unknownId }, query: { limit: 0 } })).toFailWith(
      400,
      'INVALID_REQUEST',
    )
  })
})

describe('/workspace/:workspaceId/tasks/:taskId/comments', () => {
  const scene = async () => {
    const salon = await newSalon()
    const { staffId, api: asMona } = await newStaff(salon, ['tasks.view'], contract)
    const { task } = (await salon.api.createTask({ title: 'Sweep' })).body
    const params = { taskId: task.id }
    const byMona = { authorId: staffId, authorType: 'staff', authorName: 'Mona', body: 'Done' } as const
    return { ...salon, params, asMona, byMona }
  }

  it('accepts comments on a task without an assignee, and lists them after it was assigned', async () => {
    const { api, params, asMona, byMona } = await scene()
    const { status, body } = await asMona.createComment({ params, body: byMona })
    expect(status).toBe(201)
    expect(body.comment).toMatchObject(byMona)
    expect((await asMona.listComments({ params })).body.comments).toEqual([body.comment])
    await api.updateTask({ params, body: { staffId: byMona.authorId } })
    const assigned = await asMona.listTaskComments({ params: { ...params, staffId: byMona.authorId } })
    expect(assigned.body.comments).toEqual([body.comment])
  })

  it('rejects members who may not view tasks, other authors, unknown tasks and invalid values', async () => {
    const salon = await scene()
    const { api, params, asMona, byMona } = salon
    const { api: asGuest } = await newStaff(salon, ['clients.view'], contract)
    expect(await asGuest.listComments({ params })).toFailWith(403, 'FORBIDDEN')
    expect(await asGuest.createComment({ params, body: byMona })).toFailWith(403, 'FORBIDDEN')
    expect(await api.createComment({ params, body: byMona })).toFailWith(403, 'FORBIDDEN')
    const unknown = { taskId: unknownId }
    expect(await asMona.listComments({ params: unknown })).toFailWith(404, 'NOT_FOUND')
    expect(await asMona.createComment({ params: unknown, body: byMona })).toFailWith(404, 'NOT_FOUND')
    expect(await asMona.listComments({ params, query: { page: 0 } })).toFailWith(400, 'INVALID_REQUEST')
    const blank = await asMona.createComment.raw({ params, body: { ...byMona, body: ' ' } })
    expect(blank).toFailWith(422, 'VALIDATION_FAILED', { path: 'body' })
    const malformed = await asMona.createComment.raw({ params, body: { ...byMona, authorId: 'me' } })
    expect(malformed).toFailWith(400, 'INVALID_REQUEST', { path: 'authorId' })
    expect((await api.listComments({ params })).body.comments).toEqual([])
  })
})

describe('/workspace/staff/:staffId/tasks/:taskId/comments', () => {
  const scene = async () => {
    const salon = await newSalon()
    const { staffId, api: asMona } = await newStaff(salon, ['tasks.view'], contract)
    const sami = await newMember(salon, { name: 'Sami' })
    const { task } = (await salon.api.createTask({ title: 'Sweep', staffId })).body
    const params = { staffId, taskId: task.id }
    const byMona = { authorId: staffId, authorType: 'staff', authorName: 'Mona', body: 'Done' } as const
    const byOwner = {
      authorId: salon.workspaceId,
      authorType: 'workspace',
      authorName: 'Owner',
      body: 'Thanks',
    } as const
    return { ...salon, sami, params, asMona, byMona, byOwner }
  }

  it('accepts comments by the staff member and the owner, and lists them newest first', async () => {
    const { api, params, asMona, byMona, byOwner } = await scene()
    const first = await asMona.createTaskComment({ params, body: byMona })
    expect(first.status).toBe(201)
    expect(first.body.comment).toEqual({
      ...byMona,
      id: expect.any(String) as string,
      createdAt: expect.any(String) as string,
    })
    const authorAvatarUrl = 'https://a.example/o.png'
    const second = await api.createTaskComment({ params, body: { ...byOwner, authorAvatarUrl } })
    expect(second.body.comment).toMatchObject({ ...byOwner, authorAvatarUrl })
    const listed = await asMona.listTaskComments({ params })
    expect(listed.body.comments).toEqual([second.body.comment, first.body.comment])
    expect(listed.body.pagination).toMatchObject({ total: 2 })
  })

  it('rejects page 0 with 400', async () => {
    const { asMona, params } = await scene()
    expect(await asMona.listTaskComments({ params, query: { page: 0 } })).toFailWith(400, 'INVALID_REQUEST')
  })

  it('returns 403 for a comment on behalf of someone else and 422 for an unknown author id', async () => {
    const { api, params, asMona, byMona, byOwner, sami, workspaceId } = await scene()
    const write = (by: typeof api, body: RequestBody<typeof contract.createTaskComment>) =>
      by.createTaskComment({ params, body })
    expect(await write(asMona, { ...byMona, authorId: sami.id })).toFailWith(403, 'FORBIDDEN')
    expect(await write(asMona, byOwner)).toFailWith(403, 'FORBIDDEN')
    expect(await write(api, byMona)).toFailWith(403, 'FORBIDDEN')
    expect(await write(asMona, { ...byMona, authorId: unknownId })).toFailWith(422, 'VALIDATION_FAILED', {
      path: 'authorId',
    })
    expect(await write(api, { ...byOwner, authorId: unknownId })).toFailWith(422, 'VALIDATION_FAILED')
    expect(await write(asMona, { ...byMona, authorId: workspaceId })).toFailWith(422, 'VALIDATION_FAILED')
    const { comments } = (await api.listTaskComments({ params })).body
    expect(comments).toEqual([])
  })

  it.each([
    ['a blank body', { body: '  ' }, 422, 'body'],
    ['no body', { body: undefined }, 400, 'body'],
    ['no name', { authorName: '' }, 422, 'authorName'],
    ['an unknown author type', { authorType: 'client' }, 422, 'authorType'],
    ['a malformed author id', { authorId: 'me' }, 400, 'authorId'],
    [
      'an avatar URL that is not http or https',
      { authorAvatarUrl: 'javascript:alert(1)' },
      422,
      'authorAvatarUrl',
    ],
  ])('rejects a comment with %s', async (_what, fields, status, path) => {
    const { asMona, params, byMona } = await shared
    const code = status === 400 ? 'INVALID_REQUEST' : 'VALIDATION_FAILED'
    expect(await asMona.createTaskComment.raw({ params, body: { ...byMona, ...fields } })).toFailWith(
      status,
      code,
      { path },
    )
  })

  it("returns 404 for an unknown task or staff member, or for another member's task", async () => {
    const { asMona, params, byMona, sami } = await shared
    for (const wrong of [{ staffId: unknownId }, { taskId: unknownId }, { staffId: sami.id }]) {
      const call = { params: { ...params, ...wrong } }
      expect(await asMona.createTaskComment({ ...call, body: byMona })).toFailWith(404, 'NOT_FOUND')
      expect(await asMona.listTaskComments(call)).toFailWith(404, 'NOT_FOUND')
    }
  })

  const shared = scene()
})
