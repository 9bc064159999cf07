import * as pos from '@wp/pos/contract'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { busySalon } from './console-salon.ts'
import { expectAccessible, logIn, openConsole, overflowOf } from './console.ts'
import type { Language } from './console.ts'
import { takePicture } from './pictures.ts'

type Variant = { language: Language; theme: 'light' | 'dark' }

const variants: Variant[] = (['en', 'ar'] as const).flatMap((language) =>
  (['light', 'dark'] as const).map((theme) => ({ language, theme })),
)

/** The names of pictures end in the language and theme, except for the light English one. */
const suffixOf = ({ language, theme }: Variant): string =>
  `${language === 'ar' ? '-arabic' : ''}${theme === 'dark' ? '-dark' : ''}`

const settle = async (page: Page): Promise<void> => {
  await page.waitForLoadState('networkidle')
  await page.evaluate('document.fonts.ready.then(() => undefined)')
}

describe('console', { timeout: 300_000 }, () => {
  it.each(variants)(
    'has no serious accessibility findings on any screen ($language, $theme)',
    async (variant) => {
      const salon = await busySalon(variant.language)
      const opened = await openConsole(variant.language, { theme: variant.theme })
      const { page, text, url, problems } = opened
      const inspect = async (name: string): Promise<void> => {
        await settle(page)
        await takePicture(page, `console/${name}${suffixOf(variant)}`)
        await expectAccessible(page)
      }
      await page.goto(url('/login'))
      await page.getByRole('button', { name: text('signIn.submit'), exact: true }).waitFor()
      await inspect('login')
      await page.goto(url('/signup'))
      await page.getByLabel(text('signup.name')).waitFor()
      await inspect('signup')
      await page.goto(url('/forgot-password'))
      await page.getByRole('button', { name: text('forgot.submit') }).waitFor()
      await inspect('forgot-password')

      await page.goto(url('/'))
      await logIn(opened, salon)
      await page.getByText(salon.clientName).first().waitFor()
      await inspect('today')
      await page.goto(url('/calendar'))
      await page.getByRole('button', { name: salon.clientName }).click()
      await page.getByRole('complementary').getByText(text('calendar.notes')).waitFor()
      await inspect('calendar')
      await page.goto(url('/calendar?view=week'))
      await page.getByRole('button', { name: salon.clientName }).first().waitFor()
      await inspect('calendar-week')
      await page.goto(url('/calendar?view=month'))
      await page.getByRole('button', { name: salon.clientName }).first().waitFor()
      await inspect('calendar-month')
      await page.goto(url('/calendar?open=new'))
      await page.getByRole('form', { name: text('calendar.newTitle') }).waitFor()
      await page.getByRole('combobox', { name: text('calendar.client') }).fill(salon.clientName)
      await page.getByRole('option', { name: salon.clientName }).first().waitFor()
      await inspect('calendar-book')
      await page.goto(url('/staff'))
      await page.getByRole('row', { name: salon.staffName }).waitFor()
      await inspect('staff')
      await page.getByRole('row', { name: salon.staffName }).click()
      await page.getByRole('button', { name: text('hours.edit') }).waitFor()
      await inspect('staff-member')
      await page.goto(url('/staff/roles'))
      await page.getByRole('row', { name: salon.roleName }).click()
      await page.getByRole('form', { name: text('roles.editTitle') }).waitFor()
      await inspect('role')
      await page.goto(url('/clients'))
      await page.getByRole('row', { name: salon.clientName }).click()
      await page.getByRole('link', { name: text('client.open') }).waitFor()
      await inspect('clients')
      await page.goto(url('/clients?open=new'))
      await page.getByRole('form').waitFor()
      await inspect('client-form')
      await page.goto(url(`/clients/${salon.clientId}`))
      await page.getByText(text('sessionStatus.completed')).first().waitFor()
      await inspect('client')
      await page.goto(url('/till'))
      const [cut, colour] = salon.words.services
      const [shampoo] = salon.words.products
      for (const name of [cut, colour, shampoo, shampoo])
        await page
          .getByRole('button', { name: new RegExp(`^${name}`) })
          .first()
          .click()
      await page.getByRole('button', { name: text('till.chooseClient') }).click()
      await page.getByRole('option', { name: salon.clientName }).click()
      await inspect('till')
      await page.getByRole('button', { name: text('till.addDiscount') }).click()
      await page.getByRole('form', { name: text('till.addDiscount') }).waitFor()
      await inspect('till-discount')
      await page.keyboard.press('Escape')
      await page.keyboard.press('Control+Enter')
      await page.getByRole('link', { name: text('invoice.open') }).waitFor()
      await inspect('till-receipt')
      await page.getByRole('link', { name: text('invoice.open') }).click()
      await page.getByRole('article', { name: text('receipt.title') }).waitFor()
      await inspect('invoice')
      await page.getByRole('button', { name: text('invoice.refund') }).click()
      await page.getByRole('form', { name: text('invoice.refund') }).waitFor()
      await inspect('refund')
      await page.goto(url('/invoices'))
      await page.getByRole('row', { name: salon.clientName }).click()
      await page.getByRole('link', { name: text('invoice.open') }).waitFor()
      await inspect('invoices')
      await page.goto(url('/till/sessions'))
      await page.getByRole('row', { name: salon.words.register }).waitFor()
      await inspect('till-sessions')
      await page.goto(url('/till'))
      await page.getByRole('button', { name: text('till.close') }).click()
      await page.getByLabel(text('till.closingCount', { currency: 'EGP' })).fill('1000')
      await page
        .getByRole('dialog')
        .getByRole('button', { name: text('till.close') })
        .click()
      await page.getByText(text('till.expected')).waitFor()
      await inspect('till-report')
      await page.getByRole('button', { name: text('till.done') }).click()
      await page.getByRole('form', { name: text('till.openTitle') }).waitFor()
      await inspect('till-open')
      await page.goto(url('/account'))
      await page.getByText(text('factors.none')).waitFor()
      await inspect('account')
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').fill(salon.clientName.split(' ')[0]!)
      await page.getByRole('option', { name: salon.clientName }).waitFor()
      await inspect('palette')
      expect(problems).toEqual([])
    },
  )

  it.each(['en', 'ar'] as const)('fits on a phone and when zoomed to 200 percent (%s)', async (language) => {
    const salon = await busySalon(language)
    const opened = await openConsole(language, { width: 390, height: 780 })
    const { page, text, url } = opened
    const { invoices } = (await salon.use(pos).listInvoices()).body
    const screens: [path: string, shows: string][] = [
      ['/', salon.clientName],
      ['/clients', salon.clientName],
      [`/clients?open=${salon.clientId}`, salon.clientName],
      [`/clients/${salon.clientId}`, salon.clientName],
      ['/till', salon.words.services[0]],
      ['/till/sessions', salon.words.register],
      ['/invoices', invoices[0]!.clientName!],
      [`/invoices/${invoices[0]!.id}`, invoices[0]!.clientName!],
      ['/calendar', salon.clientName],
      ['/calendar?view=week', salon.clientName],
      ['/staff', salon.staffName],
      [`/staff/${salon.staffId}`, salon.staffName],
      ['/staff/roles/new', text('roles.sees')],
      ['/account', text('factors.none')],
    ]
    await page.goto(url('/login'))
    expect(await overflowOf(page)).toBe(0)
    await logIn(opened, salon)
    await page.getByRole('navigation', { name: text('app.menu') }).waitFor()
    for (const [path, shows] of screens) {
      await page.goto(url(path))
      await page.getByText(shows).first().waitFor()
      expect(await overflowOf(page)).toBe(0)
      const pictures: Record<string, string> = { '/': 'phone', '/calendar?view=week': 'calendar-phone' }
      if (pictures[path]) {
        await settle(page)
        await takePicture(page, `console/${pictures[path]}${language === 'ar' ? '-arabic' : ''}`)
      }
      if (path === '/till') {
        await page.getByText(shows).first().click()
        await settle(page)
        await takePicture(page, `console/till-phone${language === 'ar' ? '-arabic' : ''}`)
        const items = text('till.basketCount_one').replace('{count}', '').trim()
        await page.getByRole('button', { name: new RegExp(`${items}.*EGP`) }).click()
        await page.getByRole('button', { name: text('till.hideBasket') }).waitFor()
        await takePicture(page, `console/till-phone-basket${language === 'ar' ? '-arabic' : ''}`)
      }
    }
    // A window of 1360 pixels at 200 % zoom.
    await page.setViewportSize({ width: 680, height: 400 })
    for (const [path] of screens) {
      await page.goto(url(path))
      expect(await overflowOf(page)).toBe(0)
    }
  })

  it('shows every component on one page in development', async () => {
    const { page, url, problems } = await openConsole('en', { height: 2000 })
    await page.goto(url('/ui'))
    await page.getByRole('heading', { name: 'light', exact: true }).waitFor()
    await settle(page)
    await takePicture(page, 'console/components')
    await expectAccessible(page)
    expect(problems).toEqual([])
  })
})
