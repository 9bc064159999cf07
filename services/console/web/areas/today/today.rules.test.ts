import type { LabTest } from '@workspace-platform/client/labs'
import type { Session, Task } from '@workspace-platform/client/scheduling'
import { describe, expect, it } from 'vitest'
import { byTime, criticalResults, dueTasks, nextStatus, totalIn, weeksUntil } from './today.rules.ts'

describe('weeksUntil', () => {
  it('compares the days since Monday with the same days of the previous week', () => {
    expect(weeksUntil('2026-11-18')).toEqual({
      current: { from: '2026-11-16', to: '2026-11-18' },
      before: { from: '2026-11-09', to: '2026-11-11' },
    })
    expect(weeksUntil('2026-11-22').current).toEqual({ from: '2026-11-16', to: '2026-11-22' })
    expect(weeksUntil('2026-11-16').current).toEqual({ from: '2026-11-16', to: '2026-11-16' })
  })
})

describe('amounts', () => {
  it('returns the total in one currency', () => {
    const currencies = [
      { currencyCode: 'USD', total: 5 },
      { currencyCode: 'EGP', total: 120 },
    ]
    const stats = { from: '', to: '', currencies } as unknown as Parameters<typeof totalIn>[0]
    expect([totalIn(stats, 'EGP'), totalIn(stats, 'EUR')]).toEqual([120, 0])
  })
})

describe('dueTasks', () => {
  it('returns open tasks due by today, oldest first', () => {
    const task = (id: string, dueDate: string | null, status: Task['status'] = 'open') =>
      ({ id, dueDate, status }) as Task
    const tasks = [
      task('today', '2026-11-18T00:00:00.000Z'),
      task('late', '2026-11-01'),
      task('tomorrow', '2026-11-19'),
      task('done', '2026-11-01', 'done'),
      task('someday', null),
    ]
    expect(dueTasks(tasks, '2026-11-18').map(({ id }) => id)).toEqual(['late', 'today'])
  })
})

describe('criticalResults', () => {
  it('returns critical items of tests that were not cancelled', () => {
    const labTest = (id: string, status: string, ...critical: boolean[]) =>
      ({
        id,
        status,
        items: critical.map((isCritical, index) => ({ id: `${id}${index}`, isCritical })),
      }) as LabTest
    const tests = [labTest('a', 'completed', false, true), labTest('b', 'cancelled', true)]
    expect(criticalResults(tests).map(({ item }) => item.id)).toEqual(['a1'])
  })
})

describe('byTime', () => {
  it('sorts sessions by time and omits cancelled ones', () => {
    const session = (startTime: string, status: Session['status']) => ({ startTime, status }) as Session
    const day = [session('14:00', 'scheduled'), session('09:30', 'completed'), session('10:00', 'cancelled')]
    expect(byTime(day).map(({ startTime }) => startTime)).toEqual(['09:30', '14:00'])
  })
})

describe('nextStatus', () => {
  it('advances a session step by step', () => {
    expect((['scheduled', 'in-progress', 'completed', 'cancelled'] as const).map(nextStatus)).toEqual([
      'in-progress',
      'completed',
      null,
      null,
    ])
  })
})
