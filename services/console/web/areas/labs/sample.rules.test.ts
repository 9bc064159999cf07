import { describe, expect, it } from 'vitest'
import { colorOf, tubeOf } from './sample.rules.ts'

describe('tubeOf and colorOf', () => {
  it('finds the texts of samples that the platform seeds', () => {
    expect(
      ['EDTA tube', 'Container with 10 % formalin', 'Sterile tubes, numbered 1 to 3'].map(tubeOf),
    ).toEqual(['edta-tube', 'container-with-10-formalin', 'sterile-tubes-numbered-1-to-3'])
    expect(colorOf('light blue')).toBe('light-blue')
  })

  it('returns null for other samples', () => {
    expect([tubeOf('Jar'), colorOf('pink')]).toEqual([null, null])
  })
})
