import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import axe from 'axe-core'
import { addDays, localDay, weekday, type CalendarDate } from '@wp/kernel'
import * as identity from '@wp/identity/contract'
import * as scheduling from '@wp/scheduling/contract'
import { eventually, newWorkspace, platform, uniqueName, visitorApi } from '@wp/testing'
import { textsFor } from '@wp/texts'
import type { Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openPage } from './chromium.ts'
import { takePicture } from './pictures.ts'

const names = {
  en: {
    business: 'Nefertiti',
    services: ['Colour and cut', 'Haircut', 'Manicure'],
    staff: ['Sara Nabil', 'Mona Adel'],
  },
  ar: { business: 'نفرتيتي', services: ['صبغة وقص', 'قص شعر', 'مانيكير'], staff: ['سارة نبيل', 'منى عادل'] },
}

/** Creates a salon in Cairo with services, staff and a booking page, and returns its slug. */
const openSalon = async (language: 'en' | 'ar', allowedOrigins: string[] = []): Promise<string> => {
  const { business, services, staff } = names[language]
  const workspace = await newWorkspace(scheduling, { planSlug: 'pro' })
  const owner = workspace.use(identity)
  const day = { isOpen: true, intervals: [{ start: '10:00', end: '18:00' }] }
  const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'saturday', 'sunday']
  const workingHours = {
    ...Object.fromEntries(days.map((name) => [name, day])),
    friday: { isOpen: false, intervals: [] },
  } as never
  const updated = await owner.updateWorkspace({
    business: {
      displayName: business,
      phone: '+201001234567',
      brandColor: '#7b2d8b',
      address: {
        line1: language === 'ar' ? 'شارع التحرير 1' : 'Tahrir Street 1',
        city: language === 'ar' ? 'القاهرة' : 'Cairo',
        countryCode: 'EG',
      },
    },
    languages: ['en', 'ar'],
    settings: { timeZone: 'Africa/Cairo', currencyCode: 'EGP' },
    workingHours,
  })
  if (updated.status !== 200) throw new Error(JSON.stringify(updated.body))
  const { role } = (await owner.createRole({ name: uniqueName('R'), permissions: ['sessions.view'] })).body
  for (const name of staff)
    await workspace.api.createStaff({ name, email: `${uniqueName('s')}@shop.example`, roleId: role.id })
  for (const [index, name] of services.entries())
    await workspace.api.createService({ name, durationMinutes: 90 - index * 30, price: 1200 - index * 400 })
  const slug = uniqueName('nefertiti-')
  const fields = { slug, isEnabled: true, slotStepMinutes: 30, changeUntilMinutes: 60, allowedOrigins }
  await workspace.api.putBookingPage(fields)
  await eventually(async () => {
    const { body } = await visitorApi(scheduling).getPublicBookingPage({ params: { slug } })
    expect(body.settings.timeZone).toBe('Africa/Cairo')
    expect(body.business.brandColor).toBe('#7b2d8b')
  })
  return slug
}

/** Returns a day on which the salon is open: the given day, or Saturday if it is a Friday. */
const openDay = (date: CalendarDate): CalendarDate => (weekday(date) === 5 ? addDays(date, 1) : date)

const mailsTo = (email: string, count: number) =>
  eventually(
    async () => {
      const { messages } = (await visitorApi(identity).listOutbox({ query: { to: email } })).body
      expect(messages).toHaveLength(count)
      return messages.toReversed()
    },
    { withinMs: 120_000 },
  )

/** Returns axe's findings on the current page. */
const findings = async (page: Page): Promise<string[]> => {
  await page.evaluate(axe.source)
  return page.evaluate<string[]>(
    `axe.run(document).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`,
  )
}

const overflow = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')

/** Waits until the page is complete and stable, then checks it. */
const checkPage = async (page: Page): Promise<void> => {
  await page.waitForSelector('main:not([aria-busy=true])')
  expect(await findings(page)).toEqual([])
  expect(await overflow(page)).toBe(0)
}

const views = [
  ['en', 1280, 'light', 'booking'],
  ['en', 390, 'dark', 'booking-phone'],
  ['ar', 1280, 'dark', 'booking-arabic'],
  ['ar', 390, 'light', 'booking-arabic-phone'],
] as const

describe('booking page', () => {
  it.each(views)(
    'lets a customer book, move and cancel in %s at %i px on a %s screen',
    { timeout: 240_000 },
    async (language, width, colorScheme, picture) => {
      const slug = await openSalon(language)
      const texts = textsFor(language).booking
      const { services, staff } = names[language]
      const email = `${uniqueName('laila')}@shop.example`
      const page = await openPage({
        colorScheme,
        locale: language,
        viewport: { width, height: width < 600 ? 844 : 800 },
      })
      await page.goto(`${platform().gatewayUrl}/book/${slug}`)
      await checkPage(page)
      await page.getByRole('link', { name: services[0]! }).click()
      await page.getByRole('link', { name: staff[0]! }).click()
      const slots = page.locator('.slots a')
      await slots.first().waitFor()
      // Late in the day, today no longer has a third slot.
      const inOneWeek = new URL(page.url())
      inOneWeek.searchParams.set('day', openDay(addDays(localDay(new Date(), 'Africa/Cairo'), 7)))
      await page.goto(inOneWeek.href)
      await slots.nth(2).click()
      await page
        .getByLabel(texts.name, { exact: true })
        .fill(language === 'ar' ? 'ليلى عثمان' : 'Laila Osman')
      await page.getByLabel(texts.email).fill(email)
      // Choosing another time keeps the input.
      await slots.nth(1).click()
      await page.locator('.slots li:nth-child(2) [aria-current=time]').waitFor()
      expect(await page.getByLabel(texts.email).inputValue()).toBe(email)
      await checkPage(page)
      await takePicture(page, picture)
      await page.getByRole('button', { name: texts.confirm }).click()
      await page.getByRole('heading', { name: texts.booked }).waitFor()
      await checkPage(page)

      const [confirmation] = await mailsTo(email, 1)
      expect(confirmation!.text).toContain(services[0])
      await page.goto(/https?:\S+\/book\/\S+/.exec(confirmation!.text)![0])
      await page.getByRole('link', { name: texts.move }).click()
      await page.locator('.slots a').last().click()
      await page.getByRole('button', { name: texts.moveTo }).waitFor()
      await checkPage(page)
      await page.getByRole('button', { name: texts.moveTo }).click()
      await page.getByRole('heading', { name: texts.moved }).waitFor()
      await mailsTo(email, 2)
      await page.getByText(texts.cancel, { exact: true }).click()
      await page.getByRole('button', { name: texts.cancelYes }).click()
      await page.getByRole('heading', { name: texts.cancelled }).waitFor()
      await checkPage(page)
      expect((await mailsTo(email, 3)).at(-1)!.text).toContain(services[0])
    },
  )

  it('works without scripts', { timeout: 120_000 }, async () => {
    const slug = await openSalon('en')
    const page = await openPage({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
    await page.goto(`${platform().gatewayUrl}/book/${slug}`)
    await page.getByRole('link', { name: 'Haircut' }).click()
    await page.getByRole('link', { name: 'Anyone who is free' }).click()
    await page.locator('.slots a').first().click()
    await page.getByLabel('Name', { exact: true }).fill('Laila Osman')
    await page.getByLabel('Phone').fill('+20 100 765 4321')
    await page.getByRole('button', { name: 'Confirm booking' }).click()
    await page.getByRole('heading', { name: 'Your booking is confirmed' }).waitFor()
    await page.getByText('Cancel booking', { exact: true }).click()
    await page.getByRole('button', { name: 'Yes, cancel it' }).click()
    expect(await page.getByRole('heading', { name: 'This booking was cancelled' }).textContent()).toBeTruthy()
  })

  it('opens in a frame of a listed site, and in no other', { timeout: 120_000 }, async () => {
    const site = createServer((request, response) => {
      response.setHeader('content-type', 'text/html')
      const slug = new URL(request.url!, 'http://site').searchParams.get('slug')!
      response.end(
        `<!doctype html><title>Site</title><h1>My site</h1><script src="${platform().gatewayUrl}/book/embed.js" data-slug="${slug}"></script>`,
      )
    })
    await new Promise<void>((resolve) => {
      site.listen(0, '127.0.0.1', resolve)
    })
    onTestFinished(() => void site.close())
    const { port } = site.address() as AddressInfo
    const page = await openPage({ viewport: { width: 800, height: 600 } })
    const framed = async (slug: string) => {
      await page.goto(`http://127.0.0.1:${port}/?slug=${slug}`)
      const frame = await page.waitForSelector('iframe')
      const content = (await frame.contentFrame())!
      await content.waitForLoadState()
      return { frame, content }
    }
    const listed = await framed(await openSalon('en', [`http://127.0.0.1:${port}`]))
    await listed.content.getByRole('link', { name: 'Haircut' }).click()
    await listed.content.getByText('Anyone who is free').first().waitFor()
    await expect.poll(async () => (await listed.frame.boundingBox())!.height).toBeGreaterThan(640)
    const unlisted = await framed(await openSalon('en'))
    expect(await unlisted.content.getByRole('heading', { name: 'Book a visit' }).count()).toBe(0)
  })
})
