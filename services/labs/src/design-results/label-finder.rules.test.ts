import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseExpression } from './expression.rules.ts'
import { labelFinder } from './label-finder.rules.ts'

/** A string that counts how often it is read. */
class CountingText extends String {
  reads = 0
  override slice(...range: Parameters<string['slice']>): string {
    this.reads += 1
    return super.slice(...range)
  }
  override startsWith(...search: Parameters<string['startsWith']>): boolean {
    this.reads += 1
    return super.startsWith(...search)
  }
}

describe('labelFinder', () => {
  it('finds the longest label that does not end inside a word', () => {
    const find = labelFinder(['HDL', 'HDL-C', 'HDL-C ratio', 'C', '2h glucose', 'سكر', 'A_'])
    expect(find('HDL-C ratio + 1', 0)).toBe('HDL-C ratio')
    expect(find('HDL-C ratios', 0)).toBe('HDL-C')
    expect(find('HDL-Cx', 0)).toBe('HDL')
    expect(find('HDLx', 0)).toBeNull()
    expect(find('1 + 2h glucose', 4)).toBe('2h glucose')
    expect(find('سكر*2', 0)).toBe('سكر')
    expect(find('سكري', 0)).toBeNull()
    expect(find('A_𝒜', 0)).toBeNull()
    expect(find('', 0)).toBeNull()
  })

  it('finds the same label as a search through all labels', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '-', '1'), maxLength: 12 })
    const labels = fc.uniqueArray(
      text.filter((label) => label !== ''),
      { maxLength: 30 },
    )
    fc.assert(
      fc.property(labels, text, fc.nat(5), (known, input, at) => {
        const [longest] = known
          .filter((label) => input.startsWith(label, at) && !/^\w/.test(input.slice(at + label.length)))
          .toSorted((one, other) => other.length - one.length)
        expect(labelFinder(known)(input, at)).toBe(longest ?? null)
      }),
    )
  })

  it('scans an expression as often for 1,000 labels as for 10', () => {
    const readsFor = (count: number) => {
      const labels = Array.from({ length: count }, (_, index) => `Row ${index}`)
      const text = new CountingText(Array.from({ length: 100 }, () => 'Row 7').join(' + '))
      parseExpression(text as unknown as string, labelFinder(labels))
      return text.reads
    }
    expect(readsFor(10)).toBeGreaterThanOrEqual(100)
    expect(readsFor(1000)).toBe(readsFor(10))
  })
})
