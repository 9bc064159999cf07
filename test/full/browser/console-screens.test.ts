import * as pos from '@wp/pos/contract'
import { describe, expect, it } from 'vitest'
import { busySalon } from './console-salon.ts'
import { clippedIn, fillDate, languages, logIn, openConsole } from './console.ts'
import { inspect, takeScreen, variants } from './console-looks.ts'

describe('console', { timeout: 300_000 }, () => {
  it.each(variants)(
    'has no serious accessibility findings on any screen ($language, $theme)',
    async (variant) => {
      const salon = await busySalon(variant.language)
      const opened = await openConsole(variant.language, { theme: variant.theme })
      const { page, text, url, problems } = opened
      const look = async (name: string): Promise<void> => {
        await inspect(page, name, variant)
        expect([name, await clippedIn(page)]).toEqual([name, []])
      }
      await page.goto(url('/login'))
      await page.getByRole('button', { name: text('signIn.submit'), exact: true }).waitFor()
      await look('login')
      await page.goto(url('/signup'))
      await page.getByLabel(text('signup.name')).waitFor()
      await look('signup')
      await page.goto(url('/forgot-password'))
      await page.getByRole('button', { name: text('forgot.submit') }).waitFor()
      await look('forgot-password')

      await page.goto(url('/'))
      await logIn(opened, salon)
      await page.getByText(salon.clientName).first().waitFor()
      await look('today')
      await page.goto(url('/calendar'))
      await page.getByRole('button', { name: salon.clientName }).click()
      await page.getByRole('complementary').getByText(text('calendar.notes')).waitFor()
      await look('calendar')
      await page
        .getByRole('complementary')
        .getByRole('button', { name: text('action.edit'), exact: true })
        .click()
      const edited = page.getByRole('form', { name: text('calendar.editTitle') })
      // The date and time fields are loaded when the form shows them.
      await edited.getByRole('spinbutton').first().waitFor()
      await look('calendar-edit')
      await page.goto(url('/calendar?view=week'))
      await page.getByRole('button', { name: salon.clientName }).first().waitFor()
      await look('calendar-week')
      await page.goto(url('/calendar?view=month'))
      await page.getByRole('button', { name: salon.clientName }).first().waitFor()
      await look('calendar-month')
      await page.goto(url('/calendar?open=new'))
      const form = page.getByRole('form', { name: text('calendar.newTitle') })
      await fillDate(form, text('calendar.time'), '17:00')
      await page.getByRole('combobox', { name: text('calendar.client') }).fill(salon.clientName)
      await page.getByRole('option', { name: salon.clientName }).first().waitFor()
      await look('calendar-book')
      await page.keyboard.press('Enter')
      await fillDate(form, text('calendar.date'), salon.nextWeek)
      await form.getByRole('button', { name: text('calendar.freeTimes') }).click()
      await form.getByRole('list', { name: text('calendar.freeTimes') }).waitFor()
      await look('calendar-free-times')
      await page.goto(url('/staff'))
      await page.getByRole('row', { name: salon.staffName }).waitFor()
      await look('staff')
      await page.getByRole('row', { name: salon.staffName }).click()
      await page.getByRole('button', { name: text('hours.edit') }).waitFor()
      await look('staff-member')
      await page.goto(url('/staff/roles'))
      await page.getByRole('row', { name: salon.roleName }).waitFor()
      await look('roles')
      await page.getByRole('row', { name: salon.roleName }).click()
      await page.getByRole('form', { name: text('roles.editTitle') }).waitFor()
      await look('role')
      await page.goto(url('/clients'))
      await page.getByRole('row', { name: salon.clientName }).click()
      await page.getByRole('link', { name: text('client.open') }).waitFor()
      await look('clients')
      await page.goto(url('/clients?open=new'))
      await page.getByRole('form').waitFor()
      await look('client-form')
      await page.goto(url(`/clients/${salon.clientId}`))
      await page.getByText(text('sessionStatus.completed')).first().waitFor()
      await look('client')
      await page.goto(url('/services'))
      await page.getByRole('row').getByText(salon.words.services[0], { exact: true }).click()
      await page.getByRole('complementary').getByText(text('services.scope.sessions')).waitFor()
      await look('services')
      await page.goto(url('/services?open=new'))
      await page.getByRole('form', { name: text('services.newTitle') }).waitFor()
      await look('service-form')
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
      await look('till')
      await page.getByRole('button', { name: text('till.addDiscount') }).click()
      await page.getByRole('form', { name: text('till.addDiscount') }).waitFor()
      await look('till-discount')
      await page.keyboard.press('Escape')
      await page.keyboard.press('Control+Enter')
      await page.getByRole('link', { name: text('invoice.open') }).waitFor()
      await look('till-receipt')
      await page.getByRole('link', { name: text('invoice.open') }).click()
      // The receipt of the sale is visible until the invoice is loaded.
      await page.getByRole('button', { name: text('invoice.refund') }).waitFor()
      await look('invoice')
      await page.getByRole('button', { name: text('invoice.refund') }).click()
      await page.getByRole('form', { name: text('invoice.refund') }).waitFor()
      await look('refund')
      await page.goto(url('/invoices'))
      await page.getByRole('row', { name: salon.clientName }).click()
      await page.getByRole('link', { name: text('invoice.open') }).waitFor()
      await look('invoices')
      await page.goto(url('/invoices/taxes'))
      await page.getByRole('table').waitFor()
      await look('invoices-taxes')
      await page.goto(url('/till/sessions'))
      await page.getByRole('row', { name: salon.words.register }).waitFor()
      await look('till-sessions')
      await page.goto(url('/till'))
      await page.getByRole('button', { name: text('till.close') }).click()
      await page.getByLabel(text('till.closingCount', { currency: 'EGP' })).fill('1716')
      await page
        .getByRole('dialog')
        .getByRole('button', { name: text('till.close') })
        .click()
      await page.getByText(text('till.expected')).waitFor()
      await look('till-report')
      await page.getByRole('button', { name: text('till.done') }).click()
      await page.getByRole('form', { name: text('till.openTitle') }).waitFor()
      await look('till-open')
      await page.goto(url('/account'))
      await page.getByText(text('factors.none')).waitFor()
      await look('account')
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').fill(salon.clientName.split(' ')[0]!)
      const session = page.getByRole('option', { name: `${salon.clientName} • ` }).first()
      await session.waitFor()
      await look('palette')
      await session.click()
      await page.getByRole('complementary', { name: salon.clientName }).waitFor()
      expect(problems).toEqual([])
    },
  )

  it.each(languages)('fits on a phone and when zoomed to 200 percent (%s)', async (language) => {
    const salon = await busySalon(language)
    const opened = await openConsole(language, { width: 390, height: 780 })
    const { page, text, url } = opened
    const { invoices } = (await salon.use(pos).listInvoices()).body
    const screens: [path: string, shows: string][] = [
      ['/', salon.clientName],
      ['/clients', salon.clientName],
      [`/clients?open=${salon.clientId}`, salon.clientName],
      [`/clients/${salon.clientId}`, salon.clientName],
      ['/services', salon.words.services[0]],
      ['/services?open=new', text('services.bufferHint')],
      ['/till', salon.words.services[0]],
      ['/till/sessions', salon.words.register],
      ['/invoices', invoices[0]!.clientName!],
      ['/invoices/taxes', text('taxes.gross')],
      [`/invoices/${invoices[0]!.id}`, invoices[0]!.clientName!],
      ['/calendar', salon.clientName],
      ['/calendar?view=week', salon.clientName],
      ['/staff', salon.staffName],
      [`/staff/${salon.staffId}`, salon.staffName],
      ['/staff/roles/new', text('roles.sees')],
      ['/account', text('factors.none')],
    ]
    await page.goto(url('/login'))
    await page.getByRole('button', { name: text('signIn.submit'), exact: true }).waitFor()
    expect(await clippedIn(page)).toEqual([])
    await logIn(opened, salon)
    await page.getByRole('navigation', { name: text('app.menu') }).waitFor()
    for (const [path, shows] of screens) {
      await page.goto(url(path))
      await page.getByText(shows).first().waitFor()
      expect([path, await clippedIn(page)]).toEqual([path, []])
      const pictures: Record<string, string> = { '/': 'phone', '/calendar?view=week': 'calendar-phone' }
      const light = { language, theme: 'light' } as const
      if (pictures[path]) await takeScreen(page, pictures[path], light)
      if (path === '/till') {
        await page.getByText(shows).first().click()
        await takeScreen(page, 'till-phone', light)
        const items = text('till.basketCount_one').replace('{count}', '').trim()
        await page.getByRole('button', { name: new RegExp(`${items}.*(EGP|ج)`) }).click()
        await page.getByRole('button', { name: text('till.hideBasket') }).waitFor()
        await takeScreen(page, 'till-phone-basket', light)
      }
    }
    // A window of 1360 pixels at 200 % zoom.
    await page.setViewportSize({ width: 680, height: 400 })
    for (const [path, shows] of screens) {
      await page.goto(url(path))
      await page.getByText(shows).first().waitFor({ state: 'attached' })
      expect([path, await clippedIn(page)]).toEqual([path, []])
    }
  })

  it('reports content that is wider than its element', async () => {
    const { page } = await openConsole('en')
    const wide = '<div style="inline-size: 900px">wide</div>'
    await page.setContent(`
      <div class="cut" style="inline-size: 300px; overflow: hidden">${wide}</div>
      <div style="inline-size: 300px; overflow: auto" data-scrolls>${wide}</div>
      <div style="inline-size: 300px; overflow: hidden; text-overflow: ellipsis">${wide}</div>`)
    expect(await clippedIn(page)).toEqual([expect.stringMatching(/^DIV\.cut by 600: wide/)])
    await page.setContent(`
      <div style="inline-size: 60px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap">
        8 of 40 <span data-whole>In progress</span></div>
      <div style="inline-size: 200px; overflow: hidden"><span data-whole>Done</span></div>`)
    expect(await clippedIn(page)).toEqual(['cut off: In progress'])
    await page.setContent('<div style="inline-size: 3000px">wide</div>')
    expect(await clippedIn(page)).toEqual([expect.stringMatching(/^HTML/)])
  })

  it('shows every component on one page in development', async () => {
    const { page, url, problems } = await openConsole('en', { height: 2000 })
    await page.goto(url('/ui'))
    await page.getByRole('heading', { name: 'light', exact: true }).waitFor()
    await inspect(page, 'components', { language: 'en', theme: 'light' })
    expect(problems).toEqual([])
  })
})
