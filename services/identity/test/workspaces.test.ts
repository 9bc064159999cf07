import type { RequestBody } from '@wp/http'
import { newWorkspace } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'
import { identityRpc, newMember } from './staff-members.ts'

const closed = { isOpen: false, intervals: [] }

const week = {
  monday: { isOpen: true, intervals: [{ start: '09:00', end: '12:00' }] },
  tuesday: closed,
  wednesday: closed,
  thursday: closed,
  friday: closed,
  saturday: closed,
  sunday: closed,
}

describe('PATCH /workspace/:workspaceId', () => {
  it('merges settings, clears fields set to null and ignores an empty body', async () => {
    const { api } = await newWorkspace(contract, { name: 'Corner Shop' })
    const first = await api.updateWorkspace({
      settings: { timeZone: 'Africa/Cairo', locale: 'ar' },
      workingHours: week,
    })
    expect(first.body.workspace).toMatchObject({
      name: 'Corner Shop',
      workingHours: week,
      settings: { timeZone: 'Africa/Cairo', locale: 'ar', currencyCode: 'USD', preventOverlap: false },
    })
    const second = await api.updateWorkspace({
      settings: { preventOverlap: true },
      name: null,
      marketingOptIn: true,
    })
    expect(second.body.workspace).toMatchObject({
      name: null,
      marketingOptIn: true,
      settings: { timeZone: 'Africa/Cairo', preventOverlap: true },
    })
    expect((await api.updateWorkspace({})).body).toEqual(second.body)
    expect((await api.getWorkspace()).body).toEqual(second.body)
  })

  it('merges business details and keeps the others', async () => {
    const { api } = await newWorkspace(contract, { name: 'nour-2' })
    const address = { line1: '12 Talaat Harb', city: 'Cairo', countryCode: 'EG' }
    await api.updateWorkspace({
      business: { displayName: 'Nour Salon', email: ' Hi@Nour.example ', brandColor: '#AA00FF', address },
      languages: ['ar', 'de'],
    })
    const { body } = await api.updateWorkspace({ business: { taxNumber: '100-200', email: null } })
    expect(body.workspace).toMatchObject({
      business: {
        displayName: 'Nour Salon',
        legalName: null,
        email: null,
        phone: null,
        address: { ...address, line2: null, region: null, postalCode: null },
        taxNumber: '100-200',
        logoImageId: null,
        brandColor: '#aa00ff',
      },
      languages: ['ar', 'de'],
    })
    const reset = await api.updateWorkspace({ languages: null, business: { address: null } })
    expect(reset.body.workspace).toMatchObject({ languages: ['en'], business: { address: null } })
  })

  it('changes, adds and deactivates tax rates, and applies concurrent changes one after the other', async () => {
    const { api, workspaceId } = await newWorkspace(contract)
    const { body } = await api.updateWorkspace({ taxRates: [{ name: 'VAT', percentage: 14 }] })
    const [vat] = body.workspace.taxRates
    expect(vat).toMatchObject({ name: 'VAT', percentage: 14, isActive: true })
    await Promise.all(
      ['A', 'B'].map((name) =>
        api.updateWorkspace({
          taxRates: [
            { ...vat!, percentage: 15 },
            { name, percentage: 5 },
          ],
        }),
      ),
    )
    const { workspace } = await identityRpc().getWorkspace({ workspaceId })
    expect(workspace!.taxRates.map(({ name }) => name).toSorted()).toEqual(['A', 'B', 'VAT'])
    expect(workspace!.taxRates.filter(({ isActive }) => isActive)).toHaveLength(2)
    expect(workspace!.taxRates[0]).toMatchObject({ id: vat!.id, percentage: 15 })
  })

  it('requires workspace.manage, unlike GET, which any member can call', async () => {
    const workspace = await newWorkspace(contract)
    const [reader, manager] = [
      await newMember(workspace, []),
      await newMember(workspace, ['workspace.manage']),
    ]
    expect((await reader.api.getWorkspace()).status).toBe(200)
    expect(await reader.api.updateWorkspace({ slogan: 'x' })).toFailWith(403, 'FORBIDDEN')
    expect((await manager.api.updateWorkspace({ slogan: 'Open late' })).body.workspace.slogan).toBe(
      'Open late',
    )
  })

  it.each([
    [422, { settings: { timeZone: 'Mars/Olympus' } }],
    [422, { settings: { currencyCode: 'XXL' } }],
    [422, { settings: { locale: 'fr' } }],
    [422, { name: '' }],
    [422, { business: { email: 'nobody' } }],
    [422, { business: { phone: '123' } }],
    [422, { business: { brandColor: 'red' } }],
    [422, { business: { address: { countryCode: 'XX' } } }],
    [400, { business: null }],
    [400, { business: { logoImageId: 'logo' } }],
    [422, { languages: [] }],
    [422, { languages: ['en', 'en'] }],
    [422, { languages: ['tlh'] }],
    [422, { taxRates: [{ name: 'VAT', percentage: 101 }] }],
    [422, { taxRates: [{ name: 'VAT', percentage: 7.12345 }] }],
    [422, { taxRates: [{ id: 'a'.repeat(24), name: 'VAT', percentage: 7 }] }],
    [422, { taxRates: Array.from({ length: 21 }, () => ({ name: 'VAT', percentage: 7 })) }],
    [400, { taxRates: [{ percentage: 7 }] }],
    [422, { phone: '123' }],
    [422, { businessCategorySlug: 'no-such-category' }],
    [400, { settings: null }],
    [400, { settings: { preventOverlap: 'yes' } }],
    [
      400,
      { workingHours: { ...week, monday: { isOpen: true, intervals: [{ start: '9:00', end: '12:00' }] } } },
    ],
    [
      422,
      { workingHours: { ...week, monday: { isOpen: true, intervals: [{ start: '12:00', end: '09:00' }] } } },
    ],
  ])('returns %i for the changes %j', async (status, changes) => {
    const { api } = await newWorkspace(contract)
    expect((await api.updateWorkspace.raw({ body: changes })).status).toBe(status)
  })

  it('applies all concurrent changes and increments the version for each change', async () => {
    const { api, workspaceId } = await newWorkspace(contract)
    const before = (await identityRpc().getWorkspace({ workspaceId })).workspace!.version
    const changes: RequestBody<typeof contract.updateWorkspace>[] = [
      { slogan: 'a' },
      { settings: { locale: 'ar' } },
      { settings: { blockHolidays: true } },
      { marketingOptIn: true },
    ]
    await Promise.all(changes.map((change) => api.updateWorkspace(change)))
    const { workspace } = await identityRpc().getWorkspace({ workspaceId })
    expect(workspace).toMatchObject({
      version: before + 4,
      slogan: 'a',
      marketingOptIn: true,
      settings: { locale: 'ar', blockHolidays: true, timeZone: 'UTC' },
    })
  })
})
