import type { ApiKey, MessageTemplate, Workspace } from '@workspace-platform/client/identity'
import type { WebhookEndpoint } from '@workspace-platform/client/webhooks'
import { describe, expect, it } from 'vitest'
import { keyState, toKeyBody, toKeyFields } from './api-key.rules.ts'
import { checkPage, toPageBody, toPageFields } from './booking-page.rules.ts'
import {
  isMetadata,
  toCustomFieldChanges,
  toCustomFieldFields,
  toNewCustomField,
} from './custom-field.rules.ts'
import type { CustomField } from './custom-field.rules.ts'
import { toHolidayBody } from './holiday.rules.ts'
import { toBusinessBody, toBusinessFields } from './business.rules.ts'
import { templatePaths, toTemplateBody, toTemplateFields } from './message-template.rules.ts'
import { eventParts, resources } from './event-type.rules.ts'
import {
  attemptErrorIn,
  endpointState,
  redeliveryTypes,
  toEndpointBody,
  toEndpointFields,
  toRedeliveryBody,
} from './webhook-endpoint.rules.ts'

const workspace = {
  name: 'Nefertiti',
  slogan: null,
  businessCategorySlug: 'retail',
  languages: ['ar', 'en'],
  business: {
    displayName: null,
    legalName: null,
    email: null,
    phone: null,
    address: null,
    taxNumber: 'EG-1',
    logoImageId: null,
    brandColor: null,
  },
} as unknown as Workspace

describe('business form', () => {
  it('submits unchanged details unchanged, with the default language first', () => {
    const { logoImageId: _, ...business } = workspace.business
    expect(toBusinessBody(toBusinessFields(workspace))).toEqual({
      name: 'Nefertiti',
      slogan: null,
      businessCategorySlug: 'retail',
      business,
      languages: ['ar', 'en'],
    })
  })

  it('sends an address when one of its fields is filled in', () => {
    const fields = { ...toBusinessFields(workspace), city: ' Cairo ' }
    expect(toBusinessBody(fields).business.address).toMatchObject({ city: 'Cairo', line1: null })
  })
})

describe('message template form', () => {
  const template = {
    type: 'booking.confirmed',
    isEnabled: true,
    channels: ['email'],
    texts: { fr: { subject: 'Bonjour', body: 'Salut', sms: null } },
    defaultTexts: { en: { subject: 'Booked', body: 'See you', sms: 'See you' } },
    placeholders: [],
    updatedAt: null,
  } as MessageTemplate

  it('keeps texts in other languages and omits languages left empty', () => {
    expect(toTemplateBody(toTemplateFields(template, ['en']), ['en'], template)).toEqual({
      isEnabled: true,
      channels: ['email'],
      texts: template.texts,
    })
  })

  it('fills in missing parts of a text with the default', () => {
    const fields = { ...toTemplateFields(template, ['en']), 'subject.en': 'Hello' }
    expect(toTemplateBody(fields, ['en'], template).texts['en']).toEqual({
      subject: 'Hello',
      body: 'See you',
      sms: null,
    })
    expect(templatePaths(['en'])['texts.en.subject']).toBe('subject.en')
  })
})

describe('booking page form', () => {
  it('sends all services as null and sites as a list', () => {
    const fields = { ...toPageFields(null, 'nefertiti'), allowedOrigins: 'https://a.example\n' }
    expect(toPageBody(fields)).toMatchObject({
      slug: 'nefertiti',
      serviceIds: null,
      allowedOrigins: ['https://a.example'],
      leadMinutes: 120,
    })
  })

  it('finds missing and invalid values', () => {
    const fields = { ...toPageFields(null, ''), horizonDays: 'many' }
    expect(checkPage(fields)).toEqual({ slug: 'form.required', horizonDays: 'settings.wholeNumber' })
  })
})

describe('API key form', () => {
  it('lets a key expire at the end of the chosen day', () => {
    const fields = {
      ...toKeyFields(null),
      name: ' Sync ',
      permissions: 'clients.view',
      expiresOn: '2027-01-31',
    }
    expect(toKeyBody(fields)).toEqual({
      name: 'Sync',
      permissions: ['clients.view'],
      expiresAt: '2027-01-31T23:59:59.999Z',
      allowedNetworks: [],
    })
  })

  it('shows whether a key works', () => {
    const now = new Date('2027-01-01T00:00:00Z')
    const key = { revokedAt: null, expiresAt: null } as ApiKey
    expect(keyState(key, now)).toBe('active')
    expect(keyState({ ...key, expiresAt: '2026-12-31T00:00:00Z' }, now)).toBe('expired')
    expect(keyState({ ...key, revokedAt: '2026-12-31T00:00:00Z' }, now)).toBe('revoked')
  })
})

describe('webhook endpoint form', () => {
  const endpoint = {
    url: 'https://a.example',
    events: ['order.*', 'invoice.paid'],
    description: null,
    isActive: true,
    disabledAt: null,
  } as WebhookEndpoint

  it('submits unchanged events unchanged', () => {
    expect(toEndpointBody(toEndpointFields(endpoint))).toEqual({
      url: 'https://a.example',
      events: ['order.*', 'invoice.paid'],
      description: null,
      isActive: true,
    })
    expect(toEndpointBody(toEndpointFields({ ...endpoint, events: ['*'] })).events).toEqual(['*'])
  })

  it('distinguishes paused endpoints from disabled ones', () => {
    expect(endpointState(endpoint)).toBe('active')
    expect(endpointState({ ...endpoint, isActive: false })).toBe('paused')
    expect(endpointState({ ...endpoint, isActive: false, disabledAt: '2027-01-01T00:00:00Z' })).toBe(
      'disabled',
    )
  })
})

describe('holiday form', () => {
  it('repeats a weekly holiday on the weekday of its date', () => {
    const fields = { name: ' Friday ', date: '2027-01-01', frequency: 'weekly' }
    expect(toHolidayBody(fields)).toEqual({
      name: 'Friday',
      date: '2027-01-01',
      isRecurring: true,
      recurrenceRule: { frequency: 'weekly', dayOfWeek: 5 },
    })
    expect(toHolidayBody({ ...fields, frequency: '' })).toMatchObject({
      isRecurring: false,
      recurrenceRule: null,
    })
  })
})

describe('custom field form', () => {
  it('derives the key from the label and sends choices only for types that have them', () => {
    const fields = { ...toCustomFieldFields(null), label: 'Car model', flags: 'isRequired' }
    expect(toNewCustomField(fields, 'session')).toEqual({
      key: 'car_model',
      type: 'text',
      label: 'Car model',
      description: null,
      isRequired: true,
      isUnique: false,
      isFilterable: false,
      phase: 'pre',
      category: null,
      metadata: null,
    })
    const choice = { ...fields, type: 'select', options: 'Fiat\nSeat' }
    expect(toNewCustomField(choice, 'staff')).toMatchObject({ options: ['Fiat', 'Seat'] })
    expect(toNewCustomField(choice, 'staff')).not.toHaveProperty('phase')
    expect(toCustomFieldChanges(fields, 'session')).not.toHaveProperty('phase')
  })

  it('keeps the category of session fields and the metadata', () => {
    const fields = { ...toCustomFieldFields(null), label: 'Hair', category: ' Color ', metadata: '{"a":1}' }
    expect(toNewCustomField(fields, 'session')).toMatchObject({ category: 'Color', metadata: { a: 1 } })
    expect(toCustomFieldChanges(fields, 'staff')).not.toHaveProperty('category')
    expect(toCustomFieldFields({ ...toNewCustomField(fields, 'session') } as CustomField)).toMatchObject({
      category: 'Color',
      metadata: '{\n  "a": 1\n}',
    })
  })

  it('accepts only a JSON object as metadata', () => {
    expect(isMetadata('')).toBe(true)
    expect(isMetadata('{"a":[1]}')).toBe(true)
    for (const wrong of ['[1]', '1', 'null', '{a']) expect(isMetadata(wrong)).toBe(false)
  })
})

describe('eventParts', () => {
  it('returns null for events of newer services', () => {
    expect(eventParts('robot.created')).toBeNull()
    expect(eventParts('invoice.sung')).toBeNull()
  })
})

describe('redeliveryTypes', () => {
  it('returns the types of the endpoint, or every resource if it receives all events', () => {
    expect(redeliveryTypes({ events: ['invoice.paid', 'client.*'] })).toEqual(['invoice.paid', 'client.*'])
    const all = redeliveryTypes({ events: ['*'] })
    expect(all).toContain('client.*')
    expect(all).toHaveLength(resources.length)
  })
})

describe('toRedeliveryBody', () => {
  const times = { from: '2026-07-01T10:00', to: '2026-07-01T12:30' }

  it('includes the last minute and converts times from the time zone of the workspace', () => {
    expect(toRedeliveryBody({ ...times, events: '' }, 'Africa/Cairo')).toEqual({
      from: '2026-07-01T07:00:00.000Z',
      to: '2026-07-01T09:30:59.999Z',
    })
  })

  it('lists the chosen types', () => {
    const { events } = toRedeliveryBody({ ...times, events: 'invoice.paid,client.*' }, 'UTC')
    expect(events).toEqual(['invoice.paid', 'client.*'])
  })
})

describe('attemptErrorIn', () => {
  it("recognizes the API's messages about failed deliveries", () => {
    const messages = [
      'The address is not public and its host is not allowed',
      'The reply is larger than 1048576 bytes',
      'The server did not answer in time',
      'The connection failed',
      'The event is no longer stored',
    ]
    expect(messages.map(attemptErrorIn)).toEqual(['blocked', 'tooLarge', 'timeout', 'unreachable', 'expired'])
    expect(attemptErrorIn('Something new')).toBeNull()
  })
})
