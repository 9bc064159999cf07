import * as identity from '@wp/identity/contract'
import * as labs from '@wp/labs/contract'
import * as pos from '@wp/pos/contract'
import * as scheduling from '@wp/scheduling/contract'
import * as storefront from '@wp/storefront/contract'
import { eventually, newWorkspace, platform, pngForm, uniqueName } from '@wp/testing'
import type { TestWorkspace } from '@wp/testing'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openPage } from './chromium.ts'
import { takePicture } from './pictures.ts'

type Language = 'en' | 'ar'

/** A salon in Cairo that sells with VAT, in either language. */
const salons = {
  en: {
    name: 'Nefertiti',
    address: { line1: 'Tahrir Street 1', city: 'Cairo', countryCode: 'EG' },
    client: 'Laila Osman',
    items: ['Colour', 'Cut', 'Argan shampoo', 'Gift voucher'],
    voucher: 'Voucher',
    tax: 'VAT',
  },
  ar: {
    name: 'نفرتيتي',
    address: { line1: 'شارع التحرير ١', city: 'القاهرة', countryCode: 'EG' },
    client: 'ليلى عثمان',
    items: ['صبغة', 'قص', 'شامبو بزيت الأرجان', 'قسيمة هدية'],
    voucher: 'قسيمة',
    tax: 'ضريبة القيمة المضافة',
  },
} as const

const business = {
  phone: '+201001234567',
  email: 'hello@nefertiti.example',
  taxNumber: 'EG-123-456',
  brandColor: '#7b2d8e',
}

/** A white lotus on a disc in the brand color, drawn by chromium. */
const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="320" height="320">
  <circle cx="32" cy="32" r="32" fill="#7b2d8e"/>
  <g fill="none" stroke="#fff" stroke-width="3" stroke-linejoin="round">
    <path d="M32 14c7 8 7 22 0 32c-7-10-7-24 0-32z"/>
    <path d="M32 46c-11-1-17-8-17-19c7 0 12 3 14 8M32 46c11-1 17-8 17-19c-7 0-12 3-14 8"/>
    <path d="M16 50h32"/>
  </g></svg>`

/** Uploads the logo and returns its id. */
const uploadLogo = async ({ use }: Pick<TestWorkspace<object>, 'use'>): Promise<string> => {
  const page = await openPage()
  await page.setViewportSize({ width: 320, height: 320 })
  await page.setContent(`<style>body { margin: 0 }</style>${logo}`)
  const picture = await page.screenshot({ omitBackground: true })
  return (await use(storefront).createImage({ body: pngForm(picture) })).body.image.id
}

/** Opens a page that needs a login, as the console does. */
const open = async (page: Page, token: string, path: string): Promise<void> => {
  await page.setExtraHTTPHeaders({ authorization: `Bearer ${token}` })
  await page.goto(`${platform().gatewayUrl}/v1${path}`)
}

/** Returns the number of pages of the printed document and their size in points. */
const print = async (page: Page): Promise<{ pages: number; widthPt: number }> => {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  return {
    pages: pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0,
    widthPt: Math.round(Number(/\/MediaBox\s*\[\s*0 0 ([\d.]+)/.exec(pdf)?.[1])),
  }
}

const millimetresToPoints = (millimetres: number): number => Math.round((millimetres / 25.4) * 72)

const overflow = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')

/** Sells to a client with a discount and a voucher; returns the path of the receipt. */
const sell = async (language: Language) => {
  const salon = salons[language]
  const workspace = await newWorkspace(pos)
  const { body } = await workspace.use(identity).updateWorkspace({
    settings: { currencyCode: 'EGP', timeZone: 'Africa/Cairo' },
    business: {
      ...business,
      displayName: salon.name,
      address: salon.address,
      logoImageId: await uploadLogo(workspace),
    },
    languages: [language],
    taxRates: [{ name: salon.tax, percentage: 14 }],
  })
  const taxRateId = body.workspace.taxRates[0]!.id
  const discount = { kind: 'percentage' as const, value: 10 }
  const { client } = (await workspace.use(scheduling).createClient({ name: salon.client, discount })).body
  const { api } = workspace
  const sessionId = await eventually(async () => {
    const opened = await api.openTillSession({ register: crypto.randomUUID(), openingFloat: 100 })
    expect(opened.body.session.currencyCode).toBe('EGP')
    return opened.body.session.id
  })
  const [colour, cut, shampoo, gift] = salon.items
  const { invoice } = (
    await api.createInvoice({
      sessionId,
      clientId: client.id,
      applyClientDiscount: true,
      items: [
        { name: colour, quantity: 1, unitPrice: 850, taxRateId },
        { name: cut, quantity: 1, unitPrice: 350, taxRateId },
        { name: shampoo, quantity: 2, unitPrice: 185.5, taxRateId },
        { name: gift, quantity: 1, unitPrice: 100 },
      ],
    })
  ).body
  const params = { invoiceId: invoice.id }
  await api.addInvoiceDiscount({ params, body: { kind: 'fixed', value: 50, reason: salon.voucher } })
  await api.finalizeInvoice({ params })
  await api.payInvoice({ params, body: { method: 'cash', amount: 1500 } })
  return { ...workspace, path: `/workspace/${workspace.workspaceId}/pos/invoices/${invoice.id}/receipt` }
}

describe('receipt', () => {
  it.each(['en', 'ar'] as const)('fits on a roll and on A4 (%s)', { timeout: 180_000 }, async (language) => {
    const { token, path } = await sell(language)
    const page = await openPage()
    await page.setViewportSize({ width: 420, height: 720 })
    await open(page, token, path)
    await page.getByText(salons[language].client).waitFor()
    expect(await page.locator('img.logo').evaluate((image) => Reflect.get(image, 'naturalWidth'))).toBe(320)
    await takePicture(page, language === 'ar' ? 'receipt-arabic' : 'receipt')
    expect(await overflow(page)).toBe(0)
    expect(await print(page)).toEqual({ pages: 1, widthPt: millimetresToPoints(80) })

    await page.setViewportSize({ width: 900, height: 920 })
    await open(page, token, `${path}?paper=a4`)
    if (language === 'en') await takePicture(page, 'receipt-a4')
    expect(await overflow(page)).toBe(0)
    expect(await print(page)).toEqual({ pages: 1, widthPt: millimetresToPoints(210) })
  })
})

describe('email to a customer', () => {
  it.each(['en', 'ar'] as const)(
    'fits on a phone and shows the logo (%s)',
    { timeout: 180_000 },
    async (language) => {
      const salon = salons[language]
      const workspace = await newWorkspace(scheduling)
      await workspace.use(identity).updateWorkspace({
        settings: { currencyCode: 'EGP', timeZone: 'Africa/Cairo' },
        business: { ...business, displayName: salon.name, logoImageId: await uploadLogo(workspace) },
        languages: [language],
      })
      const { api } = workspace
      const email = `${uniqueName('laila')}@example.com`
      const { client } = (await api.createClient({ name: salon.client, email, language })).body
      const { service } = (await api.createService({ name: salon.items[1], durationMinutes: 45, price: 350 }))
        .body
      const date = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10)
      await eventually(async () => {
        const { status } = await api.createSession({
          name: salon.items[1],
          clientId: client.id,
          serviceIds: [service.id],
          date,
          startTime: '10:00',
        })
        expect(status).toBe(201)
      })
      const mail = await eventually(async () => {
        const { messages } = (await workspace.use(identity).listOutbox({ query: { to: email } })).body
        expect(messages[0]?.html).toContain('<img')
        return messages[0]!
      })
      const page = await openPage()
      await page.setViewportSize({ width: 420, height: 640 })
      await page.setContent(mail.html!)
      const image = page.locator('img')
      await image.evaluate((element) => (element as unknown as { decode(): Promise<void> }).decode())
      expect(await overflow(page)).toBe(0)
      await takePicture(page, language === 'ar' ? 'mail-arabic' : 'mail')
    },
  )
})

const laboratories = {
  en: {
    name: 'Labor Mitte',
    address: { line1: 'Torstr. 1', postalCode: '10119', city: 'Berlin', countryCode: 'DE' },
    client: 'Mona Said',
    analyses: ['Glucose, fasting', 'Potassium', 'Ferritin', 'TSH'],
    note: 'Repeat the test after twelve hours without food.',
  },
  ar: {
    name: 'مختبر النور',
    address: { line1: 'شارع قصر النيل ٤', city: 'القاهرة', countryCode: 'EG' },
    client: 'منى سعيد',
    analyses: ['سكر صائم', 'بوتاسيوم', 'فيريتين', 'الهرمون المنبه للدرقية'],
    note: 'يعاد الفحص بعد صيام اثنتي عشرة ساعة.',
  },
} as const

/** The unit, the normal range and the result of each analysis. */
const measured = [
  ['mg/dL', 70, 100, 118],
  ['mmol/L', 3.5, 5.1, 6.4],
  ['µg/L', 15, 150, 12],
  ['mIU/L', 0.4, 4, 1.85],
] as const

/** Completes a lab test with the analyses repeated `times` times; returns the path of the report. */
const examine = async (language: Language, times = 1) => {
  const laboratory = laboratories[language]
  const workspace = await newWorkspace(labs)
  await workspace.use(identity).updateWorkspace({
    business: {
      ...business,
      displayName: laboratory.name,
      address: laboratory.address,
      taxNumber: null,
      email: 'report@lab.example',
      brandColor: '#0f6b6b',
    },
    languages: [language],
  })
  const person = { name: laboratory.client, dateOfBirth: '1990-05-20', gender: 'female' as const }
  const { client } = (await workspace.use(scheduling).createClient(person)).body
  const { api } = workspace
  const analysisIds: string[] = []
  for (const [index, [labUnitTitle, lowLimit, highLimit]] of measured.entries()) {
    const { labUnit } = (await api.createLabUnit({ labUnitTitle })).body
    const testName = laboratory.analyses[index]!
    const { analysis } = (await api.createAnalysis({ testName, price: 10, unitId: labUnit.id })).body
    await api.createRange({
      params: { analysisId: analysis.id },
      body: {
        lowLimit,
        highLimit,
        criticalHigh: highLimit * 1.2,
        resultNotes: index === 0 ? [{ condition: '>', value: highLimit, note: laboratory.note }] : [],
      },
    })
    analysisIds.push(analysis.id)
  }
  const { test } = (
    await api.createTest({
      clientId: client.id,
      testDate: '2026-11-16',
      analysisIds: Array.from({ length: times }, () => analysisIds).flat(),
    })
  ).body
  const testId = test.id
  for (const [index, { id }] of test.items.entries())
    await api.setTestResult({
      params: { testId, itemId: id },
      body: { resultValueNumeric: measured[index % measured.length]![3] },
    })
  await api.completeTest({ params: { testId } })
  return { ...workspace, path: `/workspace/${workspace.workspaceId}/labs/tests/${testId}/report` }
}

describe('lab report', () => {
  it.each(['en', 'ar'] as const)('fits on A4 (%s)', { timeout: 180_000 }, async (language) => {
    const { token, path } = await examine(language)
    const page = await openPage()
    await page.setViewportSize({ width: 900, height: 860 })
    await eventually(async () => {
      await open(page, token, path)
      expect(await page.textContent('h1')).toBe(laboratories[language].name)
    })
    await takePicture(page, language === 'ar' ? 'report-arabic' : 'report')
    expect(await overflow(page)).toBe(0)
    expect(await print(page)).toEqual({ pages: 1, widthPt: millimetresToPoints(210) })
  })

  it('continues on additional sheets', { timeout: 180_000 }, async () => {
    const { token, path } = await examine('en', 15)
    const page = await openPage()
    await open(page, token, path)
    expect((await print(page)).pages).toBeGreaterThan(1)
  })
})
