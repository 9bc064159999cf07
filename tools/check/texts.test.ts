import { describe, expect, it } from 'vitest'
import { root } from '../root.ts'
import { differences, textProblems } from './texts.ts'

describe('textProblems', () => {
  it('finds no problems in this repository', () => {
    expect(textProblems(root)).toEqual([])
  })
})

describe('differences', () => {
  const model = { mail: { subject: 'Hello', text: 'Use {token} in {days} days' } }

  it('reports missing, empty and unknown texts', () => {
    expect(differences(model, { mail: { subject: ' ' }, other: 'x' })).toEqual([
      'mail.subject is empty',
      'mail.text is missing',
      'other is unknown',
    ])
  })

  it('reports a lost placeholder and accepts them in any order', () => {
    expect(differences(model, { mail: { subject: 'Hallo', text: 'In {days} Tagen' } })).toEqual([
      'mail.text must have the placeholders {days} {token}',
    ])
    expect(differences(model, { mail: { subject: 'Hallo', text: '{days} Tage für {token}' } })).toEqual([])
  })
})
