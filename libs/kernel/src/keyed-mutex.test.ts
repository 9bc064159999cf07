import { expect, test } from 'vitest'
import { keyedMutex } from './index.ts'

test('runs work of one key in order, also after a failure, and work of other keys beside it', async () => {
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
