import * as scheduling from '@wp/scheduling/contract'
import { describe, expect, it } from 'vitest'
import {
  clippedIn,
  expectAccessible,
  fillDate,
  languages,
  newSalon,
  openAs,
  openConsole,
  readDate,
} from './console.ts'

describe('fields for dates and times', () => {
  it.each(languages)('takes a date by keyboard, in the format of the locale (%s)', async (language) => {
    const owner = await newSalon(scheduling, language, 'Nefertiti')
    const opened = await openConsole(language, { width: 375, height: 760 })
    const { page, text, url, problems } = opened
    await openAs(opened, owner, '/tasks')
    await page.goto(url('/tasks?open=new'))
    const form = page.getByRole('form')
    const label = text('tasks.due')
    const field = form.getByRole('group', { name: label, exact: true })
    const units = field.getByRole('spinbutton')
    await form.getByLabel(text('tasks.title'), { exact: true }).fill('Order towels')

    // English (EG) puts the month first. Every digit that fills a unit moves on to the next one.
    await units.first().click()
    await page.keyboard.type(language === 'ar' ? '٥٦٢٠٢٧' : '652027')
    expect(await readDate(form, label)).toBe('2027-06-05')
    expect(await units.first().inputValue()).toBe(language === 'ar' ? '٠٥' : '06')
    expect(await clippedIn(page)).toEqual([])

    // Arrow keys step, and move between units in reading direction.
    await page.keyboard.press('ArrowUp')
    expect(await readDate(form, label)).toBe('2028-06-05')
    await page.keyboard.press(language === 'ar' ? 'ArrowRight' : 'ArrowLeft')
    await page.keyboard.press('ArrowDown')
    expect(await readDate(form, label)).toBe(language === 'ar' ? '2028-05-05' : '2028-06-04')

    // Half a date is not saved as none.
    await fillDate(form, label, '2028-06-05')
    await units.first().click()
    await page.keyboard.press('Backspace')
    await form.getByRole('button', { name: text('tasks.add') }).click()
    await form.getByText(text('date.incomplete')).waitFor()
    await expect
      .poll(() => page.evaluate('document.activeElement.dataset.unit'))
      .toBe(language === 'ar' ? 'day' : 'month')
    expect((await owner.use(scheduling).listTasks()).body.tasks).toEqual([])

    // The calendar opens with Alt and Down, and follows the arrow keys.
    await fillDate(form, label, '2028-06-05')
    await units.first().press('Alt+ArrowDown')
    const calendar = page.getByRole('dialog', { name: text('date.choose', { label }) })
    await calendar.getByRole('gridcell', { selected: true }).waitFor()
    await expectAccessible(page)
    expect(await clippedIn(page)).toEqual([])
    await page.keyboard.press('PageDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press(language === 'ar' ? 'ArrowLeft' : 'ArrowRight')
    await page.keyboard.press('Enter')
    await calendar.waitFor({ state: 'hidden' })
    expect(await readDate(form, label)).toBe('2028-07-13')
    await expect
      .poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")'))
      .toBe(text('date.choose', { label }))

    // Escape closes the calendar and not the panel around it.
    await page.keyboard.press('Enter')
    await calendar.getByRole('gridcell', { selected: true }).waitFor()
    await page.keyboard.press('Escape')
    await calendar.waitFor({ state: 'hidden' })
    await form.getByRole('button', { name: text('tasks.add') }).click()
    await expect
      .poll(async () => (await owner.use(scheduling).listTasks()).body.tasks)
      .toMatchObject([{ title: 'Order towels', dueDate: '2028-07-13' }])
    expect(problems).toEqual([])
  })

  it('asks before half a date is lost', async () => {
    const owner = await newSalon(scheduling, 'en', 'Nefertiti')
    const opened = await openConsole('en')
    const { page, text } = opened
    await openAs(opened, owner, '/tasks?open=new')
    const form = page.getByRole('form')
    const due = form.getByRole('group', { name: text('tasks.due'), exact: true })
    await due.getByRole('spinbutton').first().fill('6')
    const close = page.getByRole('button', { name: text('action.close') })
    await close.click()
    const question = page.getByRole('dialog', { name: text('unsaved.title') })
    await question.getByRole('button', { name: text('action.stay') }).click()
    expect(await due.getByRole('spinbutton').first().inputValue()).toBe('06')
    await due.getByRole('spinbutton').first().fill('')
    await close.click()
    await form.waitFor({ state: 'detached' })
  })

  it('shows an input of the browser while the script of the field cannot be loaded', async () => {
    const owner = await newSalon(scheduling, 'en', 'Nefertiti')
    const opened = await openConsole('en')
    const { page, text, problems } = opened
    await page.route('**/assets/date-segments*', (route) => route.abort())
    await openAs(opened, owner, '/tasks?open=new')
    const form = page.getByRole('form')
    await form.getByLabel(text('tasks.title'), { exact: true }).fill('Order towels')
    await form.locator('input[type="date"]').fill('2028-07-13')
    await form.getByRole('button', { name: text('tasks.add') }).click()
    await expect
      .poll(async () => (await owner.use(scheduling).listTasks()).body.tasks)
      .toMatchObject([{ title: 'Order towels', dueDate: '2028-07-13' }])
    expect(problems).toEqual([])
  })

  it('keeps filtered days in order', async () => {
    const owner = await newSalon(scheduling, 'en', 'Nefertiti')
    const opened = await openConsole('en')
    const { page, text } = opened
    await openAs(opened, owner, '/activity?view=audit')
    await page.getByRole('button', { name: text('filter.dates') }).click()
    const form = page.getByRole('form', { name: text('filter.dates') })
    await fillDate(form, text('filter.from'), '2026-11-10')
    await fillDate(form, text('filter.to'), '2026-11-09')
    await form.getByRole('button', { name: text('filter.apply') }).click()
    await form.getByText(text('date.notBefore', { date: 'Nov 10, 2026' })).waitFor()
    const open = form.getByRole('button', { name: text('date.choose', { label: text('filter.to') }) })
    await open.click()
    const dayOf = (name: string) => page.getByRole('button', { name, exact: true })
    await dayOf('Tuesday, November 10, 2026').waitFor()
    expect(await dayOf('Monday, November 9, 2026').isDisabled()).toBe(true)
    await page.getByRole('button', { name: text('action.clear') }).click()
    const to = form.getByRole('group', { name: text('filter.to'), exact: true })
    expect(await to.getByRole('spinbutton').first().inputValue()).toBe('')
  })
})
