import { labs } from '@workspace-platform/client/labs'
import { scheduling } from '@workspace-platform/client/scheduling'
import { describe, expect, it } from 'vitest'
import { openApp, receiveEvents } from './app.ts'

const permissions = ['clients.manage', 'labs.view', 'labs.run', 'labs.billing', 'integrations.manage']

describe('a laboratory whose device uses an API key', () => {
  it('orders a test, enters results, completes and bills it, and receives all of it by webhook', async () => {
    const { owner, app } = await openApp('City Laboratory', permissions)
    const catalogue = owner.use(labs)
    const { labUnit } = await catalogue.createLabUnit({ body: { labUnitTitle: 'mg/dL' } })
    const { analysis } = await catalogue.createAnalysis({
      body: { testName: 'Glucose', price: 12, unitId: labUnit.id },
    })
    await catalogue.createRange({
      params: { analysisId: analysis.id },
      body: { gender: 'both', lowLimit: 70, highLimit: 100 },
    })
    const { events, typesOf } = await receiveEvents(app, ['lab_test.*', 'lab_result.*'])

    const device = app.use(labs)
    const { client } = await app.use(scheduling).createClient({ body: { name: 'Mona Said' } })
    const { test } = await device.createTest({
      body: { clientId: client.id, testDate: '2027-03-10', analysisIds: [analysis.id] },
    })
    const params = { testId: test.id }
    const item = { params: { ...params, itemId: test.items[0]!.id } }
    const entered = await device.setTestResult({ ...item, body: { resultValueNumeric: 130 } })
    expect(entered.item.flag).toBe('high')
    await device.completeTest({ params })
    const { invoice } = await device.createTestInvoice({ params })
    expect(invoice).toMatchObject({ id: expect.any(String) })

    await expect
      .poll(typesOf)
      .toEqual(expect.arrayContaining(['lab_test.created', 'lab_result.entered', 'lab_test.completed']))
    const result = events.find(({ type }) => type === 'lab_result.entered')!
    expect(result.data).toEqual({ item: { ...entered.item, testId: test.id } })
    const types = typesOf().filter((type) => type.startsWith('lab_test.'))
    expect(types[0]).toBe('lab_test.created')
    expect(types.indexOf('lab_test.completed')).toBeGreaterThan(0)
  })

  it('gets 403 when it changes the catalog without the permission', async () => {
    const { app } = await openApp('City Laboratory', ['labs.view'])
    const creating = app.use(labs).createLabUnit({ body: { labUnitTitle: 'mg/dL' } })
    await expect(creating).rejects.toMatchObject({ status: 403, code: 'FORBIDDEN' })
  })
})
