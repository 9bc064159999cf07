import { AppError } from '@wp/kernel'
import { textsFor } from '@wp/texts'
import { describe, expect, it } from 'vitest'
import { bookingError, formError, readBookingForm, toNewBooking } from './booking-form.rules.ts'

const field = (key: string, type: 'text' | 'number' | 'checkbox' | 'multiselect') => ({
  id: key,
  key,
  label: `The ${key}`,
  description: null,
  type,
  isRequired: false,
  options: null,
})
const fields = [
  field('size', 'number'),
  field('vip', 'checkbox'),
  field('tags', 'multiselect'),
  field('car', 'text'),
]
const texts = textsFor('en').booking

describe('toNewBooking', () => {
  it('converts answers to the types of their fields and leaves out empty ones', () => {
    const text =
      'name=+Ann+&email=&phone=123&field.size=4.5&field.vip=true&field.tags=a&field.tags=b&field.car=+&field.other=x'
    expect(toNewBooking(readBookingForm(text), fields, 'de')).toEqual({
      serviceId: '',
      date: '',
      startTime: '',
      customer: { name: 'Ann', email: null, phone: '123', language: 'de' },
      note: null,
      fieldValues: [
        { fieldKey: 'size', value: 4.5 },
        { fieldKey: 'vip', value: true },
        { fieldKey: 'tags', value: ['a', 'b'] },
      ],
    })
  })
})

describe('formError', () => {
  it('reports the name first, then the contact', () => {
    expect(formError('en', ['customer.email', 'customer.name'])).toBe(texts.nameNeeded)
    expect(formError('en', ['customer.email'])).toBe(texts.contactNeeded)
    expect(formError('en', ['startTime'])).toBe(texts.takenNow)
  })
})

describe('bookingError', () => {
  it('names the fields whose answers were rejected', () => {
    const details = [
      { path: 'fieldValues', message: 'must contain a value for "The car" (car)' },
      { path: 'fieldValues.0.value', message: 'must be a number' },
    ]
    const error = new AppError('VALIDATION_FAILED', 'Invalid', { details })
    expect(bookingError('en', error, fields, [{ fieldKey: 'size' }])).toBe('Please check: The size, The car')
  })

  it('returns null for errors unrelated to the booking', () => {
    expect(bookingError('en', new AppError('UNAVAILABLE', 'Down'))).toBeNull()
    expect(bookingError('en', new Error('Bug'))).toBeNull()
  })
})
