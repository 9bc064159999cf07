import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as identity from '@wp/identity/contract'
import * as scheduling from '@wp/scheduling/contract'
import * as webhooks from '@wp/webhooks/contract'
import { newStaff, platform, png, uniqueName } from '@wp/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  addresses,
  expectAccessible,
  fillDate,
  languages,
  newSalon,
  openAs,
  openConsole,
  readDate,
} from './console.ts'
import type { ConsolePage } from './console.ts'

/** Receives webhooks on this machine and counts them by type. */
const startReceiver = async () => {
  const types: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => (body += String(part)))
    request.on('end', () => {
      types.push((JSON.parse(body) as { type: string }).type)
      response.end('received')
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { types, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` }
}

const goTo = async ({ page, text, url }: ConsolePage, path: string, title: string): Promise<void> => {
  await page.goto(url(`/settings/${path}`))
  await page.getByRole('heading', { level: 1, name: text(title) }).waitFor()
}

const save = async ({ page, text }: ConsolePage, form: string): Promise<void> => {
  await page
    .getByRole('form', { name: text(form), exact: true })
    .getByRole('button', { name: text('action.save') })
    .click()
  await page.getByText(text('action.saved')).first().waitFor()
}

describe('settings area of the console', { timeout: 300_000 }, () => {
  it.each(languages)('finds a time zone by its city, country or id (%s)', async (language) => {
    const owner = await newSalon(identity, language, 'Nefertiti')
    const opened = await openConsole(language)
    const { page, text, problems } = opened
    await openAs(opened, owner, '/settings')
    await goTo(opened, 'hours', 'settings.hours')
    const form = page.getByRole('form', { name: text('settings.rules') })
    const zone = form.getByRole('combobox', { name: text('settings.timeZone') })
    const cairo = language === 'ar' ? /^توقيت مصر • Cairo \(غرينتش\+[٢٣]\)$/ : /^Cairo \(GMT\+[23]\)$/
    expect(await zone.inputValue()).toMatch(cairo)
    const country = language === 'ar' ? 'ألمانيا' : 'Germany'
    for (const [query, found] of [
      ['Buenos', /Buenos Aires/],
      [country, /Berlin/],
      ['Asia/Riy', /Riyadh/],
    ] as const) {
      await zone.fill(query)
      await form.getByRole('option', { name: found }).first().waitFor()
    }
    await zone.press('Enter')
    expect(await zone.inputValue()).toMatch(/Riyadh/)
    await zone.fill('Atlantis')
    await form.getByRole('option', { name: text('list.notFound') }).waitFor()
    // The chosen zone stays when the field is left without another choice.
    await zone.blur()
    expect(await zone.inputValue()).toMatch(/Riyadh/)
    await expectAccessible(page)
    await save(opened, 'settings.rules')
    expect((await owner.api.getWorkspace()).body.workspace.settings.timeZone).toBe('Asia/Riyadh')
    expect(problems).toEqual([])
  })

  it.each(languages)('changes the business, its hours, taxes and messages (%s)', async (language) => {
    const owner = await newSalon(identity, language, 'Nefertiti')
    const opened = await openConsole(language)
    const { page, text, problems } = opened
    const workspaceOf = async () => (await owner.api.getWorkspace()).body.workspace
    await openAs(opened, owner, '/settings')
    const form = page.getByRole('form', { name: text('settings.details') })
    await form.getByLabel(text('settings.email')).fill('not an address')
    await form.getByRole('button', { name: text('action.save') }).click()
    await form.locator('[aria-invalid="true"]').waitFor()
    await form.getByLabel(text('settings.email')).fill('hello@nefertiti.example')
    await form.getByLabel(text('settings.taxNumber')).fill('EG-77')
    await form.getByLabel(text('settings.brandColor')).fill('#127c72')
    await save(opened, 'settings.details')
    expect((await workspaceOf()).business).toMatchObject({
      email: 'hello@nefertiti.example',
      taxNumber: 'EG-77',
      brandColor: '#127c72',
      address: { ...addresses[language], countryCode: 'EG' },
    })
    await page.locator('input[type="file"]').setInputFiles({
      name: 'logo.png',
      mimeType: 'image/png',
      buffer: png,
    })
    const logo = page.getByRole('img', { name: text('settings.logo') })
    await logo.waitFor()
    await expect.poll(() => page.evaluate('document.querySelector("main img").naturalWidth')).toBe(1)
    expect((await workspaceOf()).business.logoImageId).not.toBeNull()
    await page.getByRole('button', { name: text('settings.logoRemove') }).click()
    await logo.waitFor({ state: 'detached' })

    await goTo(opened, 'hours', 'settings.hours')
    await page.getByRole('radio', { name: text('settings.fixedHours') }).check()
    const friday = page.getByRole('group', { name: text('weekday.friday'), exact: true })
    await friday.getByRole('checkbox').uncheck()
    const monday = page.getByRole('group', { name: text('weekday.monday'), exact: true })
    const mondayEnd = text('hours.to', { day: text('weekday.monday') })
    await fillDate(monday, mondayEnd, '08:00')
    await page
      .getByRole('form', { name: text('settings.workingHours') })
      .getByRole('button', { name: text('action.save') })
      .click()
    await monday.locator('[aria-invalid="true"]').first().waitFor()
    await fillDate(monday, mondayEnd, '19:00')
    await save(opened, 'settings.workingHours')
    expect((await workspaceOf()).workingHours).toMatchObject({
      monday: { isOpen: true, intervals: [{ start: '09:00', end: '19:00' }] },
      friday: { isOpen: false },
    })

    await goTo(opened, 'taxes', 'settings.taxes')
    await page.getByText(text('settings.noTaxes')).waitFor()
    await page.getByRole('button', { name: text('settings.addTax') }).click()
    const tax = page.getByRole('dialog')
    await tax.getByLabel(text('settings.taxName'), { exact: true }).fill('VAT')
    await tax.getByLabel(text('settings.percentage')).fill('140')
    await tax.getByRole('button', { name: text('action.save') }).click()
    await tax.locator('[aria-invalid="true"]').waitFor()
    await tax.getByLabel(text('settings.percentage')).fill('14')
    await tax.getByRole('button', { name: text('action.save') }).click()
    await page.getByRole('button', { name: text('settings.switchOffNamed', { name: 'VAT' }) }).click()
    await page.getByRole('button', { name: text('settings.switchOnNamed', { name: 'VAT' }) }).waitFor()
    expect((await workspaceOf()).taxRates).toMatchObject([{ name: 'VAT', percentage: 14, isActive: false }])

    await goTo(opened, 'messages', 'settings.messages')
    const name = text('message.type.booking.confirmed')
    await page.getByRole('button', { name: text('settings.editNamed', { name }), exact: true }).click()
    const panel = page.getByRole('complementary')
    await panel.getByLabel(text('settings.subject')).fill('Hello {{customer.nam}}')
    await panel.getByRole('button', { name: text('action.save') }).click()
    await panel.locator('[aria-invalid="true"]').waitFor()
    await panel.getByLabel(text('settings.subject')).fill('Hello {{customer.name}}')
    await panel.getByRole('button', { name: text('settings.preview') }).click()
    await panel.getByRole('heading', { name: /^Hello \S/ }).waitFor()
    await panel.getByRole('button', { name: text('action.save') }).click()
    await page.getByText(text('action.saved')).first().waitFor()
    const { messageTemplates } = (await owner.api.listMessageTemplates()).body
    const changed = messageTemplates.find(({ type }) => type === 'booking.confirmed')!
    expect(Object.values(changed.texts)).toMatchObject([{ subject: 'Hello {{customer.name}}' }])
    expect(problems).toEqual([])
  })

  it.each(languages)('creates API keys and webhook endpoints (%s)', async (language) => {
    const receiver = await startReceiver()
    const owner = await newSalon(identity, language, 'Nefertiti')
    const opened = await openConsole(language)
    const { page, text, problems } = opened
    await openAs(opened, owner, '/settings/keys?open=new')
    const form = page.getByRole('form', { name: text('settings.addKey') })
    await form.getByRole('button', { name: text('settings.createKey') }).click()
    await form.getByText(text('settings.onePermission')).waitFor()
    await form.getByLabel(text('settings.keyName'), { exact: true }).fill('Shop sync')
    await form.getByLabel(text('permission.clients.view'), { exact: true }).check()
    await form.getByRole('button', { name: text('settings.createKey') }).click()
    const secret = page.getByLabel(text('settings.secret'), { exact: true })
    const key = await secret.innerText()
    const list = () =>
      fetch(`${platform().gatewayUrl}/v1/workspace/${owner.workspaceId}/clients`, {
        headers: { authorization: `Bearer ${key.trim()}` },
      })
    expect((await list()).status).toBe(200)
    await page.getByRole('button', { name: text('settings.secretDone') }).click()
    await page.reload()
    await page.getByText('Shop sync').first().waitFor()
    expect(await page.content()).not.toContain(key.trim())
    await page.getByRole('button', { name: text('settings.revokeNamed', { name: 'Shop sync' }) }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('settings.revoke'), exact: true })
      .click()
    await page.getByText(text('settings.keyState.revoked'), { exact: true }).waitFor()
    await expect.poll(async () => (await list()).status).toBe(401)

    await goTo(opened, 'webhooks', 'settings.webhooks')
    await page
      .getByRole('button', { name: text('settings.addEndpoint') })
      .first()
      .click()
    const endpoint = page.getByRole('form', { name: text('settings.addEndpoint') })
    await endpoint.getByLabel(text('settings.url'), { exact: true }).fill('http://10.0.0.1/hook')
    await endpoint.getByLabel(text('settings.resource.client'), { exact: true }).check()
    await endpoint.getByRole('button', { name: text('settings.createEndpoint') }).click()
    await endpoint.locator('[aria-invalid="true"]').waitFor()
    await endpoint.getByLabel(text('settings.url'), { exact: true }).fill(receiver.url)
    await endpoint.getByRole('button', { name: text('settings.createEndpoint') }).click()
    const panel = page.getByRole('complementary', { name: text('settings.endpoint') })
    const succeeded = async () => {
      const { listWebhookEndpoints, listDeliveries } = owner.use(webhooks)
      const { id: endpointId } = (await listWebhookEndpoints()).body.webhookEndpoints[0]!
      const query = { status: 'succeeded' as const }
      const { deliveries } = (await listDeliveries({ params: { endpointId }, query })).body
      return deliveries.map(({ eventType }) => eventType)
    }
    await panel.getByLabel(text('settings.secret'), { exact: true }).waitFor()
    await panel.getByRole('button', { name: text('settings.secretDone') }).click()
    await panel.getByRole('button', { name: text('settings.sendTest') }).click()
    await panel.getByRole('listitem').getByText(text('settings.delivery.succeeded')).waitFor()
    await panel
      .getByRole('button', { name: text('settings.resendNamed', { name: text('settings.testEvent') }) })
      .click()
    await expect.poll(() => receiver.types).toEqual(['endpoint.test', 'endpoint.test'])

    await owner.use(scheduling).createClient({ name: 'Laila Osman' })
    await expect.poll(() => receiver.types).toEqual(['endpoint.test', 'endpoint.test', 'client.created'])
    await panel.getByRole('button', { name: text('settings.resendPeriod') }).click()
    const period = page.getByRole('form', { name: text('settings.resendPeriod') })
    const begin = await readDate(period, text('settings.from'))
    await fillDate(period, text('settings.from'), '2999-01-01T00:00')
    await period.getByRole('button', { name: text('settings.resend'), exact: true }).click()
    await period.getByText(text('field.order')).waitFor()
    await fillDate(period, text('settings.from'), begin)
    // The delivery is repeated after it has succeeded.
    await expect.poll(succeeded).toContain('client.created')
    await period.getByRole('button', { name: text('settings.resend'), exact: true }).click()
    await period.waitFor({ state: 'detached' })
    await expect
      .poll(() => receiver.types.toSorted())
      .toEqual(['client.created', 'client.created', 'endpoint.test', 'endpoint.test', 'endpoint.test'])
    await panel.getByRole('button', { name: text('settings.renewSecret') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('settings.renewSecret') })
      .click()
    await panel.getByLabel(text('settings.secret'), { exact: true }).waitFor()
    await panel.getByRole('button', { name: text('action.delete') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('action.delete') })
      .click()
    await page.getByText(text('settings.noEndpoints')).waitFor()
    expect((await owner.use(webhooks).listWebhookEndpoints()).body.webhookEndpoints).toEqual([])
    expect(problems).toEqual([])
  })

  it.each(languages)('opens the booking page, and shows the plan (%s)', async (language) => {
    const owner = await newSalon(scheduling, language, 'Nefertiti')
    await owner.api.createService({ name: 'Cut', durationMinutes: 30, scope: 'sessions' })
    const opened = await openConsole(language)
    const { page, text, problems } = opened
    const slug = uniqueName('nefertiti-')
    await openAs(opened, owner, '/settings/booking')
    await page.getByLabel(text('settings.slug')).fill('Not A Slug')
    await page.getByRole('button', { name: text('settings.createPage') }).click()
    await page.locator('[aria-invalid="true"]').waitFor()
    await page.getByLabel(text('settings.slug')).fill(slug)
    await page.getByLabel(text('settings.limit.horizonDays')).fill('30')
    await page.getByRole('button', { name: text('settings.createPage') }).click()
    const open = page.getByRole('link', { name: text('settings.openPage') })
    await open.waitFor()
    expect(await open.getAttribute('href')).toBe(`/book/${slug}`)
    expect((await owner.api.getBookingPage()).body.bookingPage).toMatchObject({ slug, horizonDays: 30 })

    await goTo(opened, 'plan', 'settings.plan')
    const renewal = page.getByRole('region', { name: text('settings.renewal') })
    await renewal.getByText(language === 'ar' ? 'احترافي' : 'Pro', { exact: true }).waitFor()
    await page.getByText(text('settings.storageUsed'), { exact: true }).waitFor()
    expect(problems).toEqual([])
  })

  it.each(languages)('edits holidays and custom fields (%s)', async (language) => {
    const owner = await newSalon(scheduling, language, 'Nefertiti')
    const opened = await openConsole(language)
    const { page, text, problems } = opened
    await openAs(opened, owner, '/settings/holidays')
    await page.getByText(text('settings.noHolidays')).waitFor()
    await page.getByRole('button', { name: text('settings.addHoliday') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: text('action.save') }).click()
    await dialog.getByText(text('form.required')).first().waitFor()
    await dialog.getByLabel(text('settings.holidayName'), { exact: true }).fill('Eid')
    await fillDate(dialog, text('settings.date'), '2027-03-10')
    await dialog.getByLabel(text('settings.repeats')).selectOption('yearly')
    await dialog.getByRole('button', { name: text('action.save') }).click()
    await page.getByText('Eid').waitFor()
    const { holidays } = (await owner.api.listHolidays()).body
    expect(holidays).toMatchObject([{ name: 'Eid', recurrenceRule: { frequency: 'yearly' } }])
    // A holiday added by someone else appears automatically.
    await owner.api.createHoliday({ name: 'Moulid', date: '2027-08-14' })
    await page.getByText('Moulid').waitFor()
    await page.getByRole('button', { name: text('settings.deleteNamed', { name: 'Eid' }) }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('action.delete') })
      .click()
    await page.getByText('Eid', { exact: true }).waitFor({ state: 'detached' })

    await goTo(opened, 'fields', 'settings.fields')
    for (const [label, required] of [
      ['Car', false],
      ['Allergies', true],
    ] as const) {
      await page
        .getByRole('button', { name: text('settings.addField') })
        .first()
        .click()
      const form = page.getByRole('form', { name: text('settings.addField') })
      await form.getByLabel(text('settings.label'), { exact: true }).fill(label)
      if (required) await form.getByLabel(text('settings.flag.isRequired'), { exact: true }).check()
      await form.getByRole('button', { name: text('settings.createField') }).click()
      await page.getByRole('button', { name: text('settings.editNamed', { name: label }) }).waitFor()
    }
    await page.getByRole('button', { name: text('settings.moveUp', { name: 'Allergies' }) }).click()
    await expect
      .poll(async () => (await owner.api.listSessionFields()).body.fields.map(({ key }) => key))
      .toEqual(['allergies', 'car'])
    expect(problems).toEqual([])
  })

  it('shows staff only what their permissions allow', async () => {
    const owner = await newSalon(scheduling, 'en', 'Nefertiti')
    const { accountId } = await newStaff(owner, ['integrations.view', 'staff.view'])
    const { staff } = (await owner.api.listStaff()).body
    const { email } = staff[0]!
    expect(accountId).toBeDefined()
    const opened = await openConsole('en')
    const { page, text, url } = opened
    await openAs(opened, { email, password: 'correct-horse-1' }, '/settings')
    await page.getByRole('heading', { level: 1, name: text('settings.keys') }).waitFor()
    const menu = page.getByRole('navigation', { name: text('area.settings') })
    expect(await menu.getByRole('link').allInnerTexts()).toEqual([
      text('settings.keys'),
      text('settings.webhooks'),
    ])
    expect(await page.getByRole('button', { name: text('settings.addKey') }).count()).toBe(0)
    await page.goto(url('/settings/business'))
    await page.getByText(text('state.unknownPage')).waitFor()
  })
})
