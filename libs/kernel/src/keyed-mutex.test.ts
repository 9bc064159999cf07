import { describe, expect, it } from 'vitest'
import { keyedMutex } from './index.ts'

describe('keyedMutex', () => {
  it('runs tasks with the same key in order, even after a failure, and tasks with other keys concurrently', async () => {
    const inOrder = keyedMutex()
    const log: string[] = []
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    const first = inOrder('a', async () => {
      await gate
      log.push('a1')
      throw new Error('failed')
    })
    const second = inOrder('a', async () => void log.push('a2'))
    await inOrder('b', async () => void log.push('b1'))
    expect(log).toEqual(['b1'])
    open()
    await expect(first).rejects.toThrow('failed')
    await second
    expect(log).toEqual(['b1', 'a1', 'a2'])
  })
})
