import * as labs from '@wp/labs/contract'
import * as scheduling from '@wp/scheduling/contract'
import { newStaff } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import { chooseDays, languages, newSalon, openAs, openConsole } from './console.ts'
import type { ConsolePage } from './console.ts'

const firstButton = ({ page, text }: ConsolePage, key: string) =>
  page.getByRole('button', { name: text(key), exact: true }).first()

const newLab = async (language: 'en' | 'ar') => {
  const owner = await newSalon(labs, language, 'Nile Lab')
  const { client } = (
    await owner.use(scheduling).createClient({
      name: 'Laila Osman',
      email: 'laila@example.com',
      dateOfBirth: '1990-05-01',
      gender: 'female',
    })
  ).body
  return { ...owner, client }
}

type Lab = Awaited<ReturnType<typeof newLab>>

const order = async ({ api, client }: Lab, testName: string) => {
  const { analysis } = (await api.createAnalysis({ testName, price: 120 })).body
  const params = { analysisId: analysis.id }
  await api.createRange({ params, body: { lowLimit: 70, highLimit: 99, criticalHigh: 400 } })
  const { test } = (
    await api.createTest({ clientId: client.id, testDate: '2026-11-18', analysisIds: [analysis.id] })
  ).body
  return test
}

describe('laboratory in the console', { timeout: 300_000 }, () => {
  it.each(languages)('leads from an analysis to the printed report (%s)', async (language) => {
    const lab = await newLab(language)
    const { api } = lab
    const opened = await openConsole(language)
    const { page, text, url, problems } = opened
    await openAs(opened, lab, '/labs/units')
    await page.getByText(text('labs.noUnits'), { exact: true }).waitFor()
    await firstButton(opened, 'labs.addUnit').click()
    await page.getByLabel(text('labs.unitName'), { exact: true }).fill('mg/dL')
    await page.getByRole('button', { name: text('action.save') }).click()
    await page.getByRole('row', { name: 'mg/dL' }).waitFor()

    await page.getByRole('link', { name: text('labs.analyses'), exact: true }).click()
    await firstButton(opened, 'labs.addAnalysis').click()
    const form = page.getByRole('form', { name: text('labs.newAnalysis') })
    await form.getByRole('button', { name: text('labs.addAnalysis') }).click()
    await form.getByText(text('form.required')).waitFor()
    await form.getByLabel(text('labs.testName'), { exact: true }).fill('Glucose')
    await form.getByLabel(text('labs.priceIn', { currency: 'EGP' })).fill('120.5')
    await form.getByLabel(text('labs.unit'), { exact: false }).selectOption({ label: 'mg/dL' })
    await form.getByRole('button', { name: text('labs.addAnalysis') }).click()
    const panel = page.getByRole('complementary', { name: 'Glucose' })
    await panel.getByText(text('labs.noRanges')).waitFor()
    await panel.getByRole('button', { name: text('labs.addRange') }).click()
    const range = page.getByRole('form', { name: text('labs.addRange') })
    await range.getByLabel(text('labs.gender'), { exact: true }).selectOption('female')
    await range.getByLabel(text('labs.lowLimit')).fill('99')
    await range.getByLabel(text('labs.highLimit')).fill('70')
    await range.getByRole('button', { name: text('action.save') }).click()
    await range.getByText(text('labs.rangeProblem.order')).waitFor()
    await range.getByLabel(text('labs.lowLimit')).fill('70')
    await range.getByLabel(text('labs.highLimit')).fill('99')
    await range.getByLabel(text('labs.criticalHigh')).fill('400')
    await range.getByRole('button', { name: text('labs.addNote') }).click()
    await range.getByLabel(text('labs.conditionValue'), { exact: true }).fill('300')
    await range.getByLabel(text('labs.note'), { exact: true }).fill('Repeat fasting')
    await range.getByRole('button', { name: text('action.save') }).click()
    // The panel shows the range that applies to a person.
    await panel.getByText(text('labs.applies'), { exact: true }).waitFor()
    await panel.getByLabel(text('labs.gender'), { exact: true }).selectOption('male')
    await panel.getByText(text('labs.noRangeApplies')).waitFor()
    await api.createAnalysis({ testName: 'Iron', price: 80 })

    await page.goto(url('/labs'))
    await page.getByText(text('labs.noTests'), { exact: true }).waitFor()
    await firstButton(opened, 'labs.newTest').click()
    const create = page.getByRole('form', { name: text('labs.newTest') })
    await create.getByRole('combobox', { name: text('labs.client') }).fill('Laila')
    await create.getByRole('option', { name: 'Laila Osman' }).click()
    for (const name of ['Glucose', 'Iron']) {
      await create.getByRole('combobox', { name: text('labs.analyses') }).fill(name)
      await create.getByRole('option', { name }).click()
    }
    await create.getByRole('button', { name: text('labs.order') }).click()
    const results = page.getByRole('list', { name: text('labs.results') })
    const glucose = results.getByRole('textbox', { name: text('labs.resultOf', { name: 'Glucose' }) })
    await glucose.waitFor()
    const [test] = (await api.listTests()).body.tests
    expect(test).toMatchObject({ total: 200.5, status: 'draft' })

    // Flags appear while a result is typed; Enter saves it and leads to the next one.
    const row = results.getByRole('listitem').first()
    await row.getByText(new Intl.NumberFormat(`${language}-EG`).format(99)).waitFor()
    await glucose.fill('450')
    await row.getByText(text('labs.flag.high')).waitFor()
    await row.getByText(text('labs.critical')).waitFor()
    const params = { testId: test!.id }
    expect((await api.getTest({ params })).body.test.items[0]!.resultValueNumeric).toBeNull()
    await glucose.press('Enter')
    await row.getByText('Repeat fasting').waitFor()
    expect((await api.getTest({ params })).body.test.items[0]).toMatchObject({
      resultValueNumeric: 450,
      flag: 'high',
      isCritical: true,
    })
    const iron = results.getByRole('textbox', { name: text('labs.resultOf', { name: 'Iron' }) })
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe(
      text('labs.resultOf', { name: 'Iron' }),
    )
    await iron.fill('a lot')
    await iron.blur()
    await results.getByText(text('field.number')).waitFor()
    await iron.fill('88')
    await iron.blur()
    await results.getByText(text('labs.reason.NO_RANGE')).waitFor()

    await firstButton(opened, 'labs.complete').click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('labs.complete') })
      .click()
    await firstButton(opened, 'labs.sendReport').click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('labs.send'), exact: true })
      .click()
    await page.getByText(/laila@example.com/).waitFor()

    await page.getByRole('button', { name: text('labs.actionsOf', { name: 'Glucose' }) }).click()
    await page.getByRole('menuitem', { name: text('labs.amend') }).click()
    const amend = page.getByRole('form', { name: text('labs.amend') })
    await amend.getByLabel(text('labs.newResult', { unit: 'mg/dL' })).fill('95')
    await amend.getByLabel(text('labs.reasonLabel')).fill('Typing error')
    await amend.getByRole('button', { name: text('labs.amend') }).click()
    await row.getByText(/Typing error/).waitFor()
    await row.getByText(text('labs.flag.normal')).waitFor()
    await page.getByRole('button', { name: text('labs.actionsOf', { name: 'Glucose' }) }).click()
    await page.getByRole('menuitem', { name: text('labs.interpret') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('labs.interpret') })
      .click()
    await page.getByText(text('labs.byRules')).waitFor()
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: text('labs.createInvoice') }).click()
    await page.getByRole('link', { name: text('labs.draftInvoice') }).waitFor()
    await page.getByRole('button', { name: text('labs.bookIncome') }).click()
    await page.getByRole('link', { name: text('labs.inBooks') }).waitFor()
    expect((await api.getTest({ params })).body.test).toMatchObject({
      invoice: { status: 'draft', total: 200.5 },
      incomeId: expect.any(String),
    })

    const [report] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: text('labs.report') }).click(),
    ])
    report.on('console', (message) => {
      if (/Content Security Policy|Trusted/.test(message.text())) problems.push(message.text())
    })
    await report.getByText('Laila Osman').first().waitFor()
    await report.getByText('Glucose').waitFor()
    expect(await report.title()).toContain(String(test!.number))
    await expect
      .poll(() => report.evaluate('getComputedStyle(document.querySelector("table")).borderCollapse'))
      .toBe('collapse')
    await report.emulateMedia({ media: 'print' })
    expect(await report.getByRole('button', { name: text('action.print') }).count()).toBe(0)
    expect((await report.pdf()).length).toBeGreaterThan(5000)
    expect(problems).toEqual([])
  })

  it("shows other users' tests and results, and keeps a typed result", async () => {
    const lab = await newLab('en')
    const first = await order(lab, 'Glucose')
    const opened = await openConsole('en')
    const { page, text, url } = opened
    await openAs(opened, lab, '/labs')
    const rows = page.getByRole('row', { name: 'Laila Osman' })
    await rows.waitFor()
    await page.waitForLoadState('networkidle')
    await order(lab, 'Iron')
    await expect.poll(() => rows.count()).toBe(2)

    await page.goto(url(`/labs/tests/${first.id}`))
    const glucose = page.getByRole('textbox', { name: text('labs.resultOf', { name: 'Glucose' }) })
    await glucose.waitFor()
    await page.waitForLoadState('networkidle')
    const params = { testId: first.id, itemId: first.items[0]!.id }
    await lab.api.setTestResult({ params, body: { resultValueNumeric: 80 } })
    await expect.poll(() => glucose.inputValue()).toBe('80')
    await glucose.fill('81')
    await lab.api.setTestResult({ params, body: { resultValueNumeric: 500 } })
    await page.getByText(text('labs.changedMeanwhile', { value: '500' })).waitFor()
    expect(await glucose.inputValue()).toBe('81')
    await glucose.press('Escape')
    expect(await glucose.inputValue()).toBe('500')
    // A result that cannot be saved is kept and shown with the reason.
    await glucose.fill('90')
    await lab.api.updateTest({ params: { testId: first.id }, body: { status: 'cancelled' } })
    await page.getByText(text('testStatus.cancelled')).waitFor()
    await page.getByText('500', { exact: true }).waitFor()
  })

  it('finds tests by number, status, client and day', async () => {
    const lab = await newLab('en')
    const first = await order(lab, 'Glucose')
    await order(lab, 'Iron')
    await lab.api.updateTest({ params: { testId: first.id }, body: { status: 'cancelled' } })
    const opened = await openConsole('en')
    const { page, text } = opened
    await openAs(opened, lab, '/labs')
    const rows = page.getByRole('row', { name: 'Laila Osman' })
    await expect.poll(() => rows.count()).toBe(2)
    await page.getByRole('searchbox').fill(String(first.number))
    await expect.poll(() => rows.count()).toBe(1)
    await page.getByRole('radio', { name: text('testStatus.completed') }).check()
    await page.getByRole('button', { name: text('list.showAll') }).click()
    await page.getByRole('radio', { name: text('testStatus.cancelled') }).check()
    await page.getByRole('row', { name: 'Glucose' }).waitFor()
    await expect.poll(() => rows.count()).toBe(1)
    await page.getByRole('radio', { name: text('labs.all'), exact: true }).check()
    await chooseDays(opened, { from: '2026-11-19' })
    await page.getByText(text('list.notFound'), { exact: true }).waitFor()
    await page.getByRole('button', { name: text('list.showAll') }).click()
    await page.getByRole('button', { name: text('labs.client'), exact: true }).click()
    await page.getByRole('combobox', { name: text('labs.client') }).fill('Laila')
    await page.getByRole('option', { name: 'Laila Osman' }).click()
    await page.getByRole('button', { name: text('action.removeFilter', { label: 'Laila Osman' }) }).waitFor()
    await expect.poll(() => rows.count()).toBe(2)
    // By keyboard: the row opens with Enter.
    await rows.first().focus()
    await page.keyboard.press('Enter')
    await page.getByRole('list', { name: text('labs.results') }).waitFor()
  })

  it('edits coupons, samples and designs', async () => {
    const lab = await newLab('en')
    const opened = await openConsole('en')
    const { page, text, problems } = opened
    await openAs(opened, lab, '/labs/coupons')
    await firstButton(opened, 'labs.addCoupon').click()
    const coupon = page.getByRole('form', { name: text('labs.addCoupon') })
    await coupon.getByLabel(text('labs.couponTitle')).fill('Opening')
    await coupon.getByLabel(text('labs.couponCode')).fill('OPEN10')
    await coupon.getByLabel(text('labs.couponValue')).fill('10')
    await coupon.getByRole('button', { name: text('action.save') }).click()
    await page.getByRole('row', { name: 'OPEN10' }).waitFor()
    await firstButton(opened, 'labs.addCoupon').click()
    await coupon.getByLabel(text('labs.couponTitle')).fill('Again')
    await coupon.getByLabel(text('labs.couponCode')).fill('open10')
    await coupon.getByLabel(text('labs.couponValue')).fill('5')
    await coupon.getByRole('button', { name: text('action.save') }).click()
    await coupon.getByText(/already/i).waitFor()
    await coupon.getByRole('button', { name: text('action.cancel') }).click()
    await page.getByRole('button', { name: text('action.leave') }).click()
    await page.getByRole('row', { name: 'OPEN10' }).click()
    await page.getByRole('button', { name: text('action.delete') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('action.delete') })
      .click()
    await page.getByText(text('labs.noCoupons'), { exact: true }).waitFor()

    await page.getByRole('link', { name: text('labs.samples') }).click()
    await firstButton(opened, 'labs.seed').click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('labs.seed') })
      .click()
    await expect.poll(() => page.getByRole('row').count()).toBeGreaterThan(3)

    await page.getByRole('link', { name: text('labs.designs') }).click()
    await page.getByLabel(text('labs.catalogueNumber')).fill('12')
    await page.getByRole('button', { name: text('labs.openDesign') }).click()
    await page.getByRole('button', { name: text('labs.createDesign') }).click()
    const design = page.getByRole('form', { name: text('labs.editDesign') })
    await design.getByLabel(text('labs.sectionTitle')).fill('Lipids')
    await design.getByLabel(text('labs.rowLabel')).fill('Total')
    await design.getByRole('button', { name: text('labs.addRow') }).click()
    await design.getByLabel(text('labs.rowLabel')).nth(1).fill('LDL')
    await design.getByRole('button', { name: text('labs.addCalculation') }).click()
    await design.getByLabel(text('labs.target'), { exact: true }).selectOption('LDL')
    await design.getByLabel(text('labs.expression')).fill('LDL * 2')
    await design.getByRole('button', { name: text('action.save') }).click()
    await design
      .getByText(/cannot depend on itself/)
      .first()
      .waitFor()
    await design.getByLabel(text('labs.expression')).fill('Total * 0.5')
    await design.getByRole('button', { name: text('action.save') }).click()
    const trial = page.getByRole('form', { name: text('labs.tryDesign') })
    await trial.getByLabel('Total').fill('90')
    await trial.getByRole('button', { name: text('labs.calculate') }).click()
    await page.getByText('45', { exact: true }).waitFor()
    expect(problems).toEqual([])
  })

  it('shows only the actions that a role allows', async () => {
    const lab = await newLab('en')
    const test = await order(lab, 'Glucose')
    const memberWith = async (...permissions: string[]) => {
      const { staffId } = await newStaff(lab, permissions)
      const { staff } = (await lab.use(scheduling).getStaff({ params: { staffId } })).body
      return { email: staff.email, password: 'correct-horse-1' }
    }
    const opened = await openConsole('en')
    const { page, text, url } = opened
    await openAs(opened, await memberWith('labs.view'), `/labs/tests/${test.id}`)
    await page.getByText('Glucose').waitFor()
    await page.getByRole('link', { name: text('labs.report') }).waitFor()
    for (const key of [
      'labs.complete',
      'labs.cancelTest',
      'action.edit',
      'labs.createInvoice',
      'labs.addAnalyses',
    ])
      expect([key, await page.getByRole('button', { name: text(key), exact: true }).count()]).toEqual([
        key,
        0,
      ])
    expect(await page.getByRole('textbox').count()).toBe(0)
    await page.goto(url('/labs/analyses'))
    await page.getByRole('row', { name: 'Glucose' }).click()
    await page.getByRole('complementary').getByText(text('labs.whoGetsWhich')).waitFor()
    expect(await page.getByRole('button', { name: text('labs.addRange') }).count()).toBe(0)
    expect(await page.getByRole('button', { name: text('labs.addAnalysis') }).count()).toBe(0)
    expect(await page.getByRole('link', { name: text('labs.designs') }).count()).toBe(0)

    const second = await openConsole('en')
    await openAs(second, await memberWith('labs.view', 'labs.run'), `/labs/tests/${test.id}`)
    const input = second.page.getByRole('textbox', { name: text('labs.resultOf', { name: 'Glucose' }) })
    await input.fill('500')
    await input.press('Enter')
    // Without the client's data, the flag appears after saving.
    await second.page.getByText(text('labs.critical')).waitFor()
    expect(await second.page.getByRole('button', { name: text('labs.createInvoice') }).count()).toBe(0)

    const third = await openConsole('en')
    await openAs(third, await memberWith('clients.view'), '/clients')
    const areas = third.page.getByRole('navigation', { name: text('app.areas') })
    expect(await areas.getByRole('link', { name: text('area.labs') }).count()).toBe(0)
    await third.page.goto(third.url('/labs'))
    await third.page.getByText(text('error.FORBIDDEN')).first().waitFor()
  })
})
