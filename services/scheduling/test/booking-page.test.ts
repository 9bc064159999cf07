import { newWorkspace, uniqueName } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'
import { newSalon, newService, unknownId } from './salon.ts'

describe('GET and PUT /workspace/:workspaceId/booking-page', () => {
  it('stores the settings, with defaults for omitted ones', async () => {
    const { api, workspaceId } = await newSalon()
    expect(await api.getBookingPage()).toFailWith(404, 'NOT_FOUND')
    const slug = uniqueName('page-')
    const { status, body } = await api.putBookingPage({ slug })
    expect(status).toBe(200)
    expect(body.bookingPage).toMatchObject({
      workspaceId,
      slug,
      isEnabled: false,
      serviceIds: null,
      allowStaffChoice: true,
      leadMinutes: 120,
      horizonDays: 60,
      slotStepMinutes: 30,
      changeUntilMinutes: 1440,
      maxOpenPerCustomer: 3,
      allowedOrigins: [],
      publicFieldIds: [],
    })
    expect((await api.getBookingPage()).body).toEqual(body)
  })

  it('replaces all settings and keeps the page', async () => {
    const salon = await newSalon()
    const { api } = salon
    const service = await newService(salon)
    const { field } = (await api.createSessionField({ key: 'car', label: 'Car', type: 'text' })).body
    const first = (await api.putBookingPage({ slug: uniqueName('page-'), leadMinutes: 0 })).body.bookingPage
    const fields = {
      slug: uniqueName('page-'),
      isEnabled: true,
      serviceIds: [service.id],
      allowStaffChoice: false,
      leadMinutes: 30,
      horizonDays: 365,
      slotStepMinutes: 15,
      changeUntilMinutes: 0,
      maxOpenPerCustomer: 1,
      allowedOrigins: ['https://www.example.com', 'http://localhost:3000'],
      publicFieldIds: [field.id],
    }
    const { bookingPage } = (await api.putBookingPage(fields)).body
    expect(bookingPage).toMatchObject({ id: first.id, ...fields })
  })

  it('rejects a slug that is reserved, malformed or used by another workspace', async () => {
    const [one, two] = [await newSalon(), await newSalon()]
    const slug = uniqueName('page-')
    await one.api.putBookingPage({ slug })
    for (const wrong of ['bookings', 'Blue Moon', '', 'a--b'])
      expect(await two.api.putBookingPage({ slug: wrong })).toFailWith(422, 'VALIDATION_FAILED', {
        path: 'slug',
      })
    expect(await two.api.putBookingPage({ slug })).toFailWith(409, 'CONFLICT', { path: 'slug' })
    expect((await one.api.putBookingPage({ slug })).status).toBe(200)
  })

  it.each([
    ['http://www.example.com'],
    ['https://www.example.com/'],
    ['https://www.example.com/shop'],
    ['www.example.com'],
    ["https://a.example; script-src 'unsafe-inline'"],
  ])('rejects %s as an origin', async (origin) => {
    const { api } = await newSalon()
    const reply = await api.putBookingPage({ slug: uniqueName('page-'), allowedOrigins: [origin] })
    expect(reply).toFailWith(422, 'VALIDATION_FAILED', { path: 'allowedOrigins.0' })
  })

  it('rejects services and fields that customers cannot book or answer, and values out of range', async () => {
    const salon = await newSalon()
    const { api } = salon
    const product = await newService(salon, { scope: 'products' })
    const { field } = (
      await api.createSessionField({ key: 'after', label: 'After', type: 'text', phase: 'post' })
    ).body
    const put = (fields: object) => api.putBookingPage({ slug: uniqueName('page-'), ...fields })
    const cases: [object, string][] = [
      [{ serviceIds: [product.id] }, 'serviceIds.0'],
      [{ serviceIds: [unknownId] }, 'serviceIds.0'],
      [{ publicFieldIds: [field.id] }, 'publicFieldIds.0'],
      [{ horizonDays: 366 }, 'horizonDays'],
      [{ slotStepMinutes: 0 }, 'slotStepMinutes'],
      [{ maxOpenPerCustomer: 0 }, 'maxOpenPerCustomer'],
      [{ allowedOrigins: ['https://a.example', 'https://a.example'] }, 'allowedOrigins'],
    ]
    for (const [fields, path] of cases)
      expect(await put(fields)).toFailWith(422, 'VALIDATION_FAILED', { path })
  })

  it('requires the permission workspace.manage, and shows no page of another workspace', async () => {
    const salon = await newSalon()
    await salon.api.putBookingPage({ slug: uniqueName('page-') })
    const other = await newWorkspace(contract)
    const params = { workspaceId: salon.workspaceId }
    expect(await other.api.getBookingPage({ params })).toFailWith(403, 'WRONG_WORKSPACE')
    expect(await other.api.putBookingPage({ params, body: { slug: uniqueName('page-') } })).toFailWith(
      403,
      'WRONG_WORKSPACE',
    )
  })
})
