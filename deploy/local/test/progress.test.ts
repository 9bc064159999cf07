import { describe, expect, it } from 'vitest'
import { progressBar } from '../src/demo/progress.ts'

const write = (isTTY: boolean) => {
  const written: string[] = []
  const bar = progressBar(4, { isTTY, write: (text: string) => written.push(text) })
  return { bar, written }
}

describe('progressBar', () => {
  it('shows one line on a terminal, with the current part and a percentage of at most 100%', () => {
    const { bar, written } = write(true)
    bar.begin('sales')
    bar.tick()
    expect(written.at(-1)).toMatch(/^\r█{8}░{22} {2}25 % sales/)
    for (let more = 0; more < 9; more += 1) bar.tick()
    expect(written.at(-1)).toMatch(/^\r█{30} 100 % sales/)
    bar.end()
    expect(written.at(-1)).toMatch(/^\r +\r$/)
    expect(written.join('')).not.toContain('\n')
  })

  it('prints one line for each part when the output is not a terminal', () => {
    const { bar, written } = write(false)
    bar.begin('people')
    bar.tick()
    bar.begin('sales')
    bar.end()
    expect(written).toEqual(['  people\n', '  sales\n'])
  })
})
