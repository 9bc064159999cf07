import * as identity from '@wp/identity/contract'
import * as scheduling from '@wp/scheduling/contract'
import * as storefront from '@wp/storefront/contract'
import { uniqueName, visitorApi } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import { languages, newSalon, openAs, openConsole } from './console.ts'

describe('page of clients in the console', { timeout: 300_000 }, () => {
  it.each(languages)('adds, finds, changes and deletes clients (%s)', async (language) => {
    const { api, ...owner } = await newSalon(scheduling, language, 'Nefertiti')
    const opened = await openConsole(language)
    const { page, text, url, problems } = opened
    await openAs(opened, owner, '/clients')
    expect(await page.evaluate('document.documentElement.dir')).toBe(language === 'ar' ? 'rtl' : 'ltr')
    await page.getByText(text('clients.none')).waitFor()
    await page
      .getByRole('button', { name: text('clients.add') })
      .first()
      .click()
    const form = page.getByRole('form', { name: text('client.newTitle') })
    await form.getByRole('button', { name: text('client.create') }).click()
    await form.getByText(text('form.required')).waitFor()
    await form.getByLabel(text('client.name'), { exact: true }).fill('Laila Osman')
    await form.getByLabel(text('client.phone')).fill('12')
    await form.getByLabel(text('client.email')).fill('laila@')
    await form.getByRole('button', { name: text('client.create') }).click()
    await form.locator('[aria-invalid="true"]').first().waitFor()
    const invalid = 'document.activeElement.getAttribute("aria-invalid")'
    await expect.poll(() => page.evaluate(invalid)).toBe('true')
    expect(await form.getByLabel(text('client.name'), { exact: true }).inputValue()).toBe('Laila Osman')
    await form.getByLabel(text('client.phone')).fill('+201001234567')
    await form.getByLabel(text('client.email')).fill('laila@example.com')
    await form.getByRole('button', { name: text('client.create') }).click()
    await page.getByRole('complementary', { name: 'Laila Osman' }).waitFor()

    // The URL of the panel can be shared.
    await page.goto(page.url())
    await page.getByRole('complementary', { name: 'Laila Osman' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('complementary').waitFor({ state: 'detached' })

    await api.createClient({ name: 'Omar Tarek', phone: '+201005550122' })
    await page.getByRole('row', { name: 'Omar Tarek' }).waitFor()
    await page.getByRole('searchbox').fill('lai')
    await page.getByRole('row', { name: 'Omar Tarek' }).waitFor({ state: 'detached' })
    await page.getByRole('searchbox').fill('nobody')
    await page.getByText(text('list.notFound'), { exact: true }).waitFor()
    await page.getByRole('button', { name: text('list.showAll') }).click()

    // The newest is first; the arrow keys and Enter open the other one.
    await page.getByRole('row', { name: 'Omar Tarek' }).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('complementary', { name: 'Laila Osman' }).waitFor()
    await page.getByRole('link', { name: text('client.open') }).click()
    await page.getByRole('heading', { level: 1, name: 'Laila Osman' }).waitFor()
    await page.getByRole('button', { name: text('action.edit') }).click()
    const edit = page.getByRole('form', { name: text('client.editTitle') })
    await edit.getByLabel(text('client.name'), { exact: true }).fill('Laila Osman Ali')
    await page.getByRole('link', { name: text('client.back') }).click()
    await page.getByRole('button', { name: text('action.stay') }).click()
    expect(await edit.getByLabel(text('client.name'), { exact: true }).inputValue()).toBe('Laila Osman Ali')
    await edit.getByRole('button', { name: text('action.save') }).click()
    await page.getByRole('heading', { level: 1, name: 'Laila Osman Ali' }).waitFor()

    await page.getByRole('button', { name: text('action.delete') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('action.delete') })
      .click()
    await page.getByRole('row', { name: 'Omar Tarek' }).waitFor()
    expect((await api.listClients()).body.clients.map(({ name }) => name)).toEqual(['Omar Tarek'])
    await page.goto(url('/clients/6a0a0a0a0a0a0a0a0a0a0a01'))
    await page.getByText(text('error.NOT_FOUND')).waitFor()
    expect(problems).toEqual([])
  })

  it.each(languages)('merges two clients with the same phone number (%s)', async (language) => {
    const { api, ...owner } = await newSalon(scheduling, language, 'Nefertiti')
    const kept = (await api.createClient({ name: 'Laila Osman', phone: '+201001234567' })).body.client
    const other = await api.createClient({
      name: 'Laila O.',
      phone: '+201001234567',
      email: 'laila@example.com',
    })
    const { service } = (await api.createService({ name: 'Haircut', durationMinutes: 30 })).body
    const booking = { clientId: other.body.client.id, serviceIds: [service.id], name: 'Haircut' }
    await api.createSession({ ...booking, date: '2027-01-10', startTime: '10:00' })
    const opened = await openConsole(language)
    const { page, text, problems } = opened
    await openAs(opened, owner, `/clients/${kept.id}`)
    await page.getByText(text('client.noSessions')).waitFor()
    await page.getByRole('button', { name: text('client.merge', { name: 'Laila O.' }) }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('client.mergeConfirm'), exact: true })
      .click()
    await page.getByText('Haircut').first().waitFor()
    await page.getByText('laila@example.com').waitFor()
    const { clients } = (await api.listClients()).body
    expect(clients).toMatchObject([{ name: 'Laila Osman', email: 'laila@example.com' }])
    expect((await api.listSessions()).body.sessions).toMatchObject([{ clientId: kept.id }])
    expect(problems).toEqual([])
  })

  it('loads page after page while a long list is scrolled', async () => {
    const { api, ...owner } = await newSalon(scheduling, 'en', 'Nefertiti')
    for (let from = 0; from < 250; from += 50)
      await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          api.createClient({ name: `Client ${String(from + index).padStart(3, '0')}` }),
        ),
      )
    const opened = await openConsole('en')
    const { page, text } = opened
    await openAs(opened, owner, '/clients')
    await page.getByText('250', { exact: true }).waitFor()
    await page.getByRole('row').nth(1).focus()
    const grid = page.getByRole('grid', { name: text('area.clients') })
    await expect
      .poll(async () => {
        await page.keyboard.press('End')
        return grid.getAttribute('aria-rowcount')
      })
      .toBe('251')
    // Only the visible rows are in the document.
    expect(await page.getByRole('row').count()).toBeLessThan(60)
    const before = Number(await page.evaluate('document.activeElement.getAttribute("aria-rowindex")'))
    expect(before).toBeGreaterThan(100)
  })
})

describe('page of a client in the console', { timeout: 300_000 }, () => {
  it('lists orders with the email address or phone number of the client', async () => {
    const { api, ...owner } = await newSalon(scheduling, 'en', 'Nefertiti')
    const contact = { email: 'laila@example.com', phone: '+201005550122' }
    const { client } = (await api.createClient({ name: 'Laila Osman', ...contact })).body
    const shop = owner.use(storefront)
    const slug = uniqueName('nefertiti-')
    await shop.putStore({ slug, name: 'Nefertiti', currencyCode: 'EGP', isPublished: true })
    const { product } = (await shop.createProduct({ name: 'Hair oil', price: 90, status: 'active' })).body
    const order = (customer: { name: string; email?: string; phone?: string }) =>
      visitorApi(storefront).createOrder({
        params: { slug },
        body: { customer, items: [{ productId: product.id, quantity: 1 }] },
      })
    await order({ name: 'Laila', email: contact.email })
    await order({ name: 'Laila', phone: contact.phone })
    await order({ name: 'Omar', email: 'omar@example.com' })
    const opened = await openConsole('en')
    const { page, text } = opened
    await openAs(opened, owner, `/clients/${client.id}?tab=orders`)
    const links = page.getByRole('main').getByRole('listitem').getByRole('link')
    const numbers = (...all: string[]) => all.map((number) => text('client.orderNumber', { number }))
    await expect.poll(() => links.allInnerTexts()).toEqual(numbers('2', '1'))
    await order({ name: 'Laila', ...contact })
    await expect.poll(() => links.allInnerTexts(), { timeout: 30_000 }).toEqual(numbers('4', '2', '1'))
    await links.first().click()
    await page.getByRole('complementary').getByText(contact.phone).waitFor()
  })
})

describe('login session of the console', { timeout: 300_000 }, () => {
  it('is shared by tabs and ends in all of them', async () => {
    const { api, ...owner } = await newSalon(scheduling, 'en', 'Nefertiti')
    await api.createClient({ name: 'Laila Osman' })
    const opened = await openConsole('en')
    const { page, context, text, url } = opened
    await openAs(opened, owner, '/clients')
    const second = await context.newPage()
    await second.goto(url('/clients'))
    await second.getByRole('row', { name: 'Laila Osman' }).waitFor()
    await page.reload()
    await page.getByRole('row', { name: 'Laila Osman' }).waitFor()
    const stored = await page.evaluate<string>('JSON.stringify({ ...localStorage, ...sessionStorage })')
    expect(stored).not.toContain('eyJ')
    expect(await page.evaluate<string>('document.cookie')).toBe('')

    await page.getByRole('button', { name: owner.email }).click()
    await page.getByRole('menuitem', { name: text('account.logOut') }).click()
    await second.getByRole('button', { name: text('signIn.submit'), exact: true }).waitFor({ timeout: 5_000 })
    expect(await second.getByText('Laila Osman').count()).toBe(0)
    expect(new URL(second.url()).searchParams.get('next')).toBe('/clients')
  })

  it('opens a session of the history in the calendar', async () => {
    const { api, ...owner } = await newSalon(scheduling, 'en', 'Nefertiti')
    const { client } = (await api.createClient({ name: 'Laila Osman' })).body
    const { service } = (await api.createService({ name: 'Cut', durationMinutes: 30, price: 350 })).body
    const cut = { name: 'Cut', clientId: client.id, serviceIds: [service.id] }
    const { session } = (await api.createSession({ ...cut, date: '2031-05-06', startTime: '10:00' })).body
    const opened = await openConsole('en')
    const { page } = opened
    await openAs(opened, owner, `/clients/${client.id}`)
    await page.getByRole('link', { name: 'Cut' }).click()
    await page.getByRole('complementary').getByText('Laila Osman').first().waitFor()
    const { searchParams } = new URL(page.url())
    expect([searchParams.get('date'), searchParams.get('open')]).toEqual(['2031-05-06', session.id])
  })

  it('ends on the screen when it is revoked elsewhere', async () => {
    const owner = await newSalon(scheduling, 'en', 'Nefertiti')
    await owner.api.createClient({ name: 'Laila Osman' })
    const opened = await openConsole('en')
    const { page, text } = opened
    await openAs(opened, owner, '/clients')
    await page.getByRole('row', { name: 'Laila Osman' }).waitFor()
    const { sessions } = (await owner.use(identity).listLoginSessions()).body
    const ofBrowser = sessions.find(({ device }) => device.includes('Chrome'))!
    await owner.use(identity).endLoginSession({ params: { sessionId: ofBrowser.id } })
    await page.getByRole('button', { name: text('signIn.submit'), exact: true }).waitFor({ timeout: 15_000 })
    expect(await page.getByText('Laila Osman').count()).toBe(0)
  })
})
