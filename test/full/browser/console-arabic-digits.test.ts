import { describe, expect, it } from 'vitest'
import { openAs, openConsole } from './console.ts'
import { tillSalon } from './console-till.ts'

describe('numbers typed with Arabic digits in the console', { timeout: 300_000 }, () => {
  it('stores the price and duration of a service, the phone number of a client and cash at the till', async () => {
    const salon = await tillSalon('ar')
    const opened = await openConsole('ar')
    const { page, text, url, problems } = opened
    const first = await salon.openTill()
    await salon.till.closeTillSession({ params: { sessionId: first.id }, body: { closingCount: 500 } })

    await openAs(opened, salon, '/services?open=new')
    const service = page.getByRole('form', { name: text('services.newTitle') })
    await service.getByLabel(text('services.name')).fill('Keratin')
    await service.getByLabel(text('services.duration')).pressSequentially('١٢٠')
    await service.getByLabel(text('services.priceIn', { currency: 'EGP' })).pressSequentially('١٬٢٥٠٫٥')
    await service.getByLabel(text('services.bufferAfter')).pressSequentially('۱۵')
    await service.getByRole('button', { name: text('services.add') }).click()
    await page.getByRole('complementary', { name: 'Keratin' }).waitFor()
    const { services } = (await salon.api.listServices()).body
    expect(services.find(({ name }) => name === 'Keratin')).toMatchObject({
      durationMinutes: 120,
      price: 1250.5,
      bufferAfterMinutes: 15,
    })

    await page.goto(url('/clients?open=new'))
    const client = page.getByRole('form', { name: text('client.newTitle') })
    await client.getByLabel(text('client.name')).fill('Huda Fathy')
    const phone = client.getByLabel(text('client.phone'))
    await phone.pressSequentially('+٢٠١٠٥۵۵۰۱۲۳')
    // The caret stays where it was when a digit in the middle is converted.
    for (let steps = 0; steps < 3; steps += 1) await phone.press('ArrowLeft')
    await phone.pressSequentially('٩٨')
    expect(await phone.inputValue()).toBe('+2010555098123')
    await client.getByRole('button', { name: text('client.create') }).click()
    await page.getByRole('complementary', { name: 'Huda Fathy' }).waitFor()
    const { clients } = (await salon.api.listClients({ query: { search: 'Huda' } })).body
    expect(clients).toMatchObject([{ name: 'Huda Fathy', phone: '+2010555098123' }])

    await page.goto(url('/clients'))
    await page.getByRole('row', { name: 'Laila Osman' }).waitFor()
    await page.getByRole('searchbox').fill('٢٠١٠۵۵')
    await page.getByRole('row', { name: 'Laila Osman' }).waitFor({ state: 'detached' })
    await page.getByRole('row', { name: 'Huda Fathy' }).waitFor()

    await page.goto(url('/till'))
    const openTill = page.getByRole('form', { name: text('till.openTitle') })
    await openTill.getByLabel(text('till.openingFloat', { currency: 'EGP' })).fill('٥٠٠')
    await openTill.getByRole('button', { name: text('till.open') }).click()
    await page
      .getByRole('button', { name: /Keratin/ })
      .first()
      .click()
    await page.getByLabel(text('till.received')).pressSequentially('١٬٥٠٠')
    await page.keyboard.press('Control+Enter')
    await page.getByText(text('sale.done', { number: '١' })).waitFor()
    expect(await salon.invoices()).toMatchObject([
      { total: 1250.5, payments: [{ method: 'cash', amount: 1500, change: 249.5 }] },
    ])
    const { sessions } = (await salon.till.listTillSessions({ query: { limit: 1 } })).body
    expect(sessions).toMatchObject([{ openingFloat: 500 }])

    await page.goto(url('/invoices'))
    await page.getByRole('button', { name: text('filter.amount') }).click()
    const filter = page.getByRole('form', { name: text('filter.amount') })
    await filter.getByLabel(text('filter.minTotal', { currency: 'EGP' })).pressSequentially('١٬٢٥٠٫٥')
    await filter.getByLabel(text('filter.maxTotal', { currency: 'EGP' })).pressSequentially('۱۳۰۰')
    await filter.getByRole('button', { name: text('filter.apply') }).click()
    await page.waitForURL(/minTotal=.*1250\.5.*maxTotal=.*1300/)
    await page.getByRole('row', { name: '١' }).first().waitFor()
    expect(problems).toEqual([])
  })
})
