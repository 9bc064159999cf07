import type { Task } from '@workspace-platform/client/scheduling'
import { describe, expect, it } from 'vitest'
import type { Member } from '../../app/session.rules.ts'
import { authorOf, isOverdue, nextStatuses, toTaskBody, toTaskFields, toTaskQuery } from './task.rules.ts'

const task: Task = {
  id: 't1',
  workspaceId: 'w1',
  title: 'Order shampoo',
  description: 'Five litres',
  staffId: 's1',
  dueDate: '2026-11-18',
  status: 'open',
  createdAt: '2026-11-01T10:00:00.000Z',
  updatedAt: '2026-11-01T10:00:00.000Z',
}

describe('nextStatuses', () => {
  it('offers the statuses that a click can set', () => {
    expect(nextStatuses('open')).toEqual(['done', 'in-progress'])
    expect(nextStatuses('in-progress')).toEqual(['done'])
    expect(nextStatuses('done')).toEqual(['open'])
  })
})

describe('isOverdue', () => {
  it('is true from the day after an unfinished task was due', () => {
    expect(isOverdue(task, '2026-11-18')).toBe(false)
    expect(isOverdue(task, '2026-11-19')).toBe(true)
    expect(isOverdue({ ...task, status: 'done' }, '2026-11-19')).toBe(false)
    expect(isOverdue({ ...task, dueDate: null }, '2026-11-19')).toBe(false)
  })
})

describe('toTaskQuery', () => {
  it('drops filters that the API would reject', () => {
    const staff = 'a'.repeat(24)
    expect(toTaskQuery({ search: ' soap ', status: 'done', staff })).toEqual({
      search: 'soap',
      status: 'done',
      staffId: staff,
    })
    expect(toTaskQuery({ search: ' ', status: 'lost', staff: 'me' })).toEqual({})
  })
})

describe('toTaskBody', () => {
  it('returns the task that the form was filled from', () => {
    const { title, description, staffId, dueDate } = task
    expect(toTaskBody(toTaskFields(task))).toEqual({ title, description, staffId, dueDate })
  })

  it('sends null for empty fields', () => {
    expect(toTaskBody({ ...toTaskFields(null), title: ' Sweep ' })).toEqual({
      title: 'Sweep',
      description: null,
      staffId: null,
      dueDate: null,
    })
  })
})

describe('authorOf', () => {
  const member = (account: object) =>
    ({
      account: { name: 'Mona', email: 'mona@salon.example', staffId: null, ...account },
      workspace: { id: 'w1', name: 'Salon', email: 'salon@salon.example', business: { displayName: null } },
    }) as Member

  it('is the workspace for owners and the member for staff', () => {
    expect(authorOf(member({ role: 'owner' }))).toEqual({
      authorId: 'w1',
      authorType: 'workspace',
      authorName: 'Salon',
    })
    expect(authorOf(member({ role: 'staff', staffId: 's1' }))).toEqual({
      authorId: 's1',
      authorType: 'staff',
      authorName: 'Mona',
    })
    expect(authorOf(member({ role: 'staff' }))).toBeNull()
  })
})
