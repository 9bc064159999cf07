import { describe, expect, it, onTestFinished } from 'vitest'
import { openHtmlCleaner } from './page-html.actions.ts'

const open = (maxInline?: number) => {
  const cleaner = openHtmlCleaner(maxInline)
  onTestFinished(() => cleaner.close())
  return cleaner
}

/** HTML with as many tags as allowed. */
const largest = '<p><b>x</b></p>'.repeat(1250)

const rejected = (message: string): Error =>
  expect.objectContaining({
    code: 'VALIDATION_FAILED',
    details: [{ path: 'content', message }],
  }) as Error

describe('openHtmlCleaner', () => {
  it.each([
    ['on its thread', 0],
    ['in the event loop', 200_000],
  ])(
    'returns sanitized HTML in call order and rejects HTML that is nested too deeply, %s',
    async (_, max) => {
      const { clean } = open(max)
      const texts = Array.from({ length: 5 }, (_each, index) => `<p id="x">${index}</p>`)
      const [deep, ...cleaned] = await Promise.all([
        clean('<b>'.repeat(101)).catch((error: unknown) => error),
        ...texts.map(clean),
      ])
      expect(deep).toEqual(rejected('must be nested at most 100 levels deep'))
      expect(cleaned).toEqual(texts.map((text) => text.replace(' id="x"', '')))
    },
  )

  it('uses less than half the main-thread CPU time of inline sanitizing', async () => {
    const cpuOf = async (maxInline?: number): Promise<number> => {
      const { clean } = open(maxInline)
      await clean(largest)
      const before = process.threadCpuUsage()
      await Promise.all(Array.from({ length: 20 }, () => clean(largest)))
      const { user, system } = process.threadCpuUsage(before)
      return user + system
    }
    expect(await cpuOf()).toBeLessThan((await cpuOf(largest.length)) / 2)
  })

  it('rejects waiting calls when its thread ends, and starts a new thread for the next call', async () => {
    const { clean, close } = open(0)
    const lost = Array.from({ length: 20 }, () => clean(largest))
    const [settled] = await Promise.all([Promise.allSettled(lost), close()])
    expect(settled.at(-1)).toMatchObject({ status: 'rejected' })
    expect(await clean('<p id="x">a</p>')).toBe('<p>a</p>')
  })
})
