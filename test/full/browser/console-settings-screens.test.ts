import * as identity from '@wp/identity/contract'
import * as webhooks from '@wp/webhooks/contract'
import * as scheduling from '@wp/scheduling/contract'
import { pngForm, uniqueName } from '@wp/testing'
import * as storefront from '@wp/storefront/contract'
import { describe } from 'vitest'
import { openPage } from './chromium.ts'
import { busySalon } from './console-salon.ts'
import type { ConsolePage, Language } from './console.ts'
import { enterAsOwner, inspect, testScreens } from './console-looks.ts'
import type { Screen } from './console-looks.ts'

const sections: Screen[] = [
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
  ['keys?open=new', 'key-form', 'permission.clients.view'],
  ['webhooks', 'webhooks', 'settings.endpoints'],
  ['plan', 'plan', 'settings.renewalText'],
]

const words = {
  en: {
    tax: 'Reduced',
    keys: ['Shop sync', 'Accounting'],
    holiday: 'Labour Day',
    field: 'Allergies',
  },
  ar: {
    tax: 'مخفضة',
    keys: ['مزامنة المتجر', 'المحاسبة'],
    holiday: 'عيد العمال',
    field: 'الحساسية',
  },
} as const

const hook = 'https://hooks.example/platform'

/** Draws the logo of a salon. */
const drawLogo = async (): Promise<Buffer> => {
  const page = await openPage()
  await page.setViewportSize({ width: 256, height: 256 })
  await page.setContent(`<svg viewBox="0 0 100 100" style="position:fixed;inset:0;background:#127c72" fill="#fff">
    <path d="M50 18c14 16 14 38 0 54-14-16-14-38 0-54Z" />
    <path d="M18 40c20 2 30 14 31 34-20-2-30-14-31-34Z" opacity=".75" />
    <path d="M82 40c-20 2-30 14-31 34 20-2 30-14 31-34Z" opacity=".75" /></svg>`)
  return page.screenshot()
}

/** Fills every screen of the settings. */
const settledSalon = async (language: Language) => {
  const word = words[language]
  const salon = await busySalon(language)
  const { image } = (await salon.use(storefront).createImage.raw({ body: pngForm(await drawLogo()) })).body
  const owner = salon.use(identity)
  await owner.updateWorkspace({
    languages: ['en', 'ar'],
    business: { logoImageId: image.id, brandColor: '#127c72', taxNumber: 'EG-204-551' },
    taxRates: [salon.vat, { name: word.tax, percentage: 5 }],
    settings: { reminders: [120, 1440] },
  })
  await owner.createApiKey({ name: word.keys[0], permissions: ['clients.view', 'store.orders.view'] })
  await owner.createApiKey({
    name: word.keys[1],
    permissions: ['finance.view'],
    expiresAt: '2030-01-31T00:00:00Z',
  })
  await salon.use(webhooks).createWebhookEndpoint({
    url: hook,
    events: ['order.*', 'session.*', 'invoice.paid'],
    description: word.keys[1],
  })
  const calendar = salon.use(scheduling)
  await calendar.createHoliday({
    name: word.holiday,
    date: '2027-05-01',
    isRecurring: true,
    recurrenceRule: { frequency: 'yearly' },
  })
  const field = { key: 'allergies', label: word.field, type: 'text', isRequired: true } as const
  await calendar.createSessionField(field)
  await calendar.putBookingPage({ slug: uniqueName('nefertiti-'), isEnabled: true })
  return salon
}

const screens = (_salon: object, text: ConsolePage['text']): Screen[] =>
  sections.map(([path, name, loaded]) => [`/settings/${path}`, `settings-${name}`, text(loaded)])

describe('settings area of the console', { timeout: 300_000 }, () => {
  testScreens({
    prepare: settledSalon,
    enter: enterAsOwner,
    screens,
    onPhone: { 'settings-plan': 'settings-phone' },
    more: async ({ page, text, url }, _salon, variant) => {
      await page.goto(url('/settings/webhooks'))
      await page.getByRole('button', { name: text('settings.openNamed', { name: hook }) }).click()
      await page.getByRole('button', { name: text('settings.resendPeriod') }).click()
      await page.getByRole('form', { name: text('settings.resendPeriod') }).waitFor()
      await inspect(page, 'settings-redelivery', variant)
    },
  })
})
