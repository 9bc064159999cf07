import { describe, expect, it } from 'vitest'
import { receive } from './search-field.rules.ts'

describe('receive', () => {
  it('keeps a letter typed before the value of the previous ones came back', () => {
    expect(receive({ typed: 'lai', known: 'la' }, 'la')).toEqual({ typed: 'lai', known: 'la' })
    expect(receive({ typed: 'lai', known: 'la' }, 'l')).toEqual({ typed: 'lai', known: 'la' })
  })

  it('shows a value that was changed elsewhere', () => {
    expect(receive({ typed: 'laila', known: 'laila' }, '')).toEqual({ typed: '', known: '' })
    expect(receive({ typed: '', known: '' }, 'laila')).toEqual({ typed: 'laila', known: 'laila' })
  })
})
