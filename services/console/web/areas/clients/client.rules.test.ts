import type { Client, Session } from '@workspace-platform/client/scheduling'
import { describe, expect, it } from 'vitest'
import {
  contactsOf,
  emptyClient,
  latestFirst,
  missingDetails,
  newestOnce,
  sameContacts,
  toBody,
  toFields,
} from './client.rules.ts'

const client: Client = {
  id: 'c1',
  workspaceId: 'w1',
  name: 'Laila Osman',
  email: null,
  phone: '+201001234567',
  dateOfBirth: '1990-05-20T00:00:00.000Z',
  gender: 'female',
  notes: 'Prefers mornings',
  discount: { kind: 'percentage', value: 12.5 },
  language: 'ar',
  externalId: null,
  possibleDuplicateOf: null,
  createdAt: '2026-11-16T10:00:00.000Z',
  updatedAt: '2026-11-16T10:00:00.000Z',
}

describe('client form', () => {
  it('submits an unchanged client unchanged', () => {
    const { name, email, phone, gender, notes, discount, language, externalId } = client
    const shared = { name, email, phone, gender, notes, discount, language, externalId }
    const sent = { ...shared, dateOfBirth: '1990-05-20' }
    expect(toBody(toFields(client))).toEqual(sent)
  })

  it('sends null for empty fields and trims the others', () => {
    expect(toBody({ ...emptyClient, name: ' Ali ', email: ' ' })).toEqual({
      name: 'Ali',
      phone: null,
      email: null,
      dateOfBirth: null,
      gender: null,
      language: null,
      discount: null,
      notes: null,
      externalId: null,
    })
  })
})

describe('sameContacts', () => {
  const other = (id: string, contact: Partial<Client>): Client => ({ ...client, phone: null, ...contact, id })

  it('finds each other client with the same phone number or email address once', () => {
    const phone = other('c2', { phone: '+20 100 123 4567' })
    const email = other('c3', { email: 'LAILA@example.com' })
    const prefix = other('c4', { email: 'laila@example.community' })
    const own = { ...client, email: 'laila@example.com' }
    const found = sameContacts(own, [own, phone, email, email, prefix]).map(({ id }) => id)
    expect(found.toSorted()).toEqual(['c2', 'c3'])
  })

  it('finds none for a client without contacts', () => {
    expect(sameContacts(other('c5', {}), [client, other('c6', {})])).toEqual([])
    expect(contactsOf({ email: ' ', phone: null })).toEqual([])
  })
})

describe('missingDetails', () => {
  it('takes only what the kept client lacks, and the notes of both', () => {
    const other: Client = {
      ...client,
      id: 'c9',
      email: 'laila@example.com',
      phone: '+201009999999',
      notes: 'Allergic to latex',
    }
    expect(missingDetails({ ...client, possibleDuplicateOf: 'c9' }, other)).toEqual({
      email: 'laila@example.com',
      notes: 'Prefers mornings\n\nAllergic to latex',
      possibleDuplicateOf: null,
    })
    expect(missingDetails(client, { ...client, id: 'c9' })).toEqual({})
  })
})

describe('latestFirst', () => {
  it('orders sessions by day and time, whenever they were booked', () => {
    const session = (date: string, startTime: string) =>
      ({ date: `${date}T00:00:00.000Z`, startTime }) as Session
    const days = [
      session('2026-11-10', '14:00'),
      session('2026-11-17', '09:00'),
      session('2026-11-17', '14:00'),
    ]
    expect(latestFirst(days).map(({ date, startTime }) => `${date.slice(0, 10)} ${startTime}`)).toEqual([
      '2026-11-17 14:00',
      '2026-11-17 09:00',
      '2026-11-10 14:00',
    ])
  })
})

describe('newestOnce', () => {
  it('merges lists by creation time and drops repeated records', () => {
    const [first, second, third] = ['2026-11-01', '2026-11-02', '2026-11-03'].map((day) => ({
      id: day,
      createdAt: `${day}T10:00:00.000Z`,
    }))
    expect(newestOnce([third!, first!, third!, second!])).toEqual([third, second, first])
  })
})
