import * as identity from '@wp/identity/contract'
import * as webhooks from '@wp/webhooks/contract'
import * as scheduling from '@wp/scheduling/contract'
import { pngForm, uniqueName } from '@wp/testing'
import * as storefront from '@wp/storefront/contract'
import { describe, expect, it } from 'vitest'
import { busySalon } from './console-salon.ts'
import { expectAccessible, logIn, openConsole, overflowOf } from './console.ts'
import type { Language } from './console.ts'
import { takePicture } from './pictures.ts'

/** The screens with a text that is visible once they are loaded. */
const screens: [path: string, name: string, loaded: string][] = [
  ['business', 'business', 'settings.displayName'],
  ['hours', 'hours', 'settings.reminders'],
  ['holidays', 'holidays', 'settings.closedDays'],
  ['fields', 'fields', 'settings.flag.isRequired'],
  ['fields?open=new', 'field-form', 'settings.flag.isFilterable'],
  ['taxes', 'taxes', 'settings.switchOff'],
  ['messages?open=booking.confirmed', 'messages', 'settings.channelsHint'],
  ['messages?view=log', 'message-log', 'settings.status'],
  ['booking', 'booking', 'settings.limit.horizonDays'],
  ['keys', 'keys', 'settings.rotate'],
  ['keys?open=new', 'key-form', 'settings.permission.clients.view'],
  ['webhooks', 'webhooks', 'settings.endpoints'],
  ['plan', 'plan', 'settings.renewalText'],
]

/** Fills every screen of the settings. */
const settledSalon = async (language: Language) => {
  const salon = await busySalon(language)
  const { image } = (await salon.use(storefront).createImage.raw({ body: pngForm() })).body
  const owner = salon.use(identity)
  await owner.updateWorkspace({
    languages: ['en', 'ar'],
    business: { logoImageId: image.id, brandColor: '#127c72', taxNumber: 'EG-204-551' },
    taxRates: [
      { name: 'VAT', percentage: 14 },
      { name: 'Reduced', percentage: 5 },
    ],
    settings: { reminders: [120, 1440] },
  })
  await owner.createApiKey({ name: 'Shop sync', permissions: ['clients.view', 'store.orders.view'] })
  await owner.createApiKey({
    name: 'Accounting',
    permissions: ['finance.view'],
    expiresAt: '2030-01-31T00:00:00Z',
  })
  await salon.use(webhooks).createWebhookEndpoint({
    url: 'https://hooks.example/platform',
    events: ['order.*', 'session.*'],
    description: 'Accounting',
  })
  const calendar = salon.use(scheduling)
  await calendar.createHoliday({
    name: 'Eid al-Fitr',
    date: '2027-03-10',
    isRecurring: true,
    recurrenceRule: { frequency: 'yearly' },
  })
  const field = { key: 'allergies', label: 'Allergies', type: 'text', isRequired: true } as const
  await calendar.createSessionField(field)
  await calendar.putBookingPage({ slug: uniqueName('nefertiti-'), isEnabled: true })
  return salon
}

describe('settings area of the console', { timeout: 300_000 }, () => {
  it.each(
    (['en', 'ar'] as const).flatMap((language) =>
      (['light', 'dark'] as const).map((theme) => ({ language, theme })),
    ),
  )('has no serious accessibility findings ($language, $theme)', async ({ language, theme }) => {
    const salon = await settledSalon(language)
    const opened = await openConsole(language, { theme })
    const { page, text, url, problems } = opened
    await page.goto(url('/login'))
    await logIn(opened, salon)
    await page.getByRole('navigation').first().waitFor()
    for (const [path, name, loaded] of screens) {
      await page.goto(url(`/settings/${path}`))
      await page.getByText(text(loaded)).first().waitFor()
      await page.waitForLoadState('networkidle')
      await page.evaluate('document.fonts.ready.then(() => undefined)')
      const ending = `${language === 'ar' ? '-arabic' : ''}${theme === 'dark' ? '-dark' : ''}`
      await takePicture(page, `console/settings-${name}${ending}`)
      await expectAccessible(page)
    }
    expect(problems).toEqual([])
  })

  it.each(['en', 'ar'] as const)('fits on a phone (%s)', async (language) => {
    const salon = await settledSalon(language)
    const opened = await openConsole(language, { width: 390, height: 780 })
    const { page, text, url } = opened
    await page.goto(url('/login'))
    await logIn(opened, salon)
    await page.getByRole('navigation').first().waitFor()
    for (const [path, , loaded] of screens) {
      await page.goto(url(`/settings/${path}`))
      await page.getByText(text(loaded)).first().waitFor()
      expect([path, await overflowOf(page)]).toEqual([path, 0])
    }
    await takePicture(page, `console/settings-phone${language === 'ar' ? '-arabic' : ''}`)
  })
})
