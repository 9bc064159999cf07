import * as scheduling from '@wp/scheduling/contract'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { newSalon, openAs, openConsole } from './console.ts'

/** Returns the name or the beginning of the text of what has the focus. */
const focusedIn = (page: Page): Promise<string> =>
  page.evaluate<string>(
    `document.activeElement.getAttribute('aria-label') ?? document.activeElement.tagName + ' ' + document.activeElement.textContent.slice(0, 12)`,
  )

const clients = ['Yara Emad', 'Omar Tarek', 'Laila Osman']

/** Opens the list of clients; the last one is at its top. */
const openClients = async () => {
  const { api, ...owner } = await newSalon(scheduling, 'en', 'Nefertiti')
  for (const name of clients) await api.createClient({ name })
  const opened = await openConsole('en')
  await openAs(opened, owner, '/clients')
  await opened.page.getByRole('row', { name: 'Omar Tarek' }).waitFor()
  return { ...opened, api, panel: opened.page.getByRole('complementary') }
}

describe('focus after a side panel of the console', { timeout: 300_000 }, () => {
  it('returns to the row that was opened last', async () => {
    const { page, panel } = await openClients()
    await page.getByRole('row', { name: 'Laila Osman' }).click()
    await page.getByRole('complementary', { name: 'Laila Osman' }).waitFor()
    await page.getByRole('row', { name: 'Omar Tarek' }).click()
    await page.getByRole('complementary', { name: 'Omar Tarek' }).waitFor()
    await panel.focus()
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    await expect.poll(() => focusedIn(page)).toMatch(/^DIV Omar Tarek/)
  })

  it('goes to the row of a panel that was opened by its address', async () => {
    const { page, panel } = await openClients()
    await page.getByRole('row', { name: 'Omar Tarek' }).click()
    await panel.waitFor()
    await page.goto(page.url())
    await panel.waitFor()
    await page.getByRole('row', { name: 'Omar Tarek', selected: true }).waitFor()
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    await expect.poll(() => focusedIn(page)).toMatch(/^DIV Omar Tarek/)
  })

  it('returns to the button that opened a form', async () => {
    const { page, text, panel } = await openClients()
    await page.getByRole('button', { name: text('clients.add') }).click()
    await panel.getByRole('form').waitFor()
    await panel.getByRole('button', { name: text('action.cancel') }).click()
    await panel.waitFor({ state: 'detached' })
    await expect.poll(() => focusedIn(page)).toBe(`BUTTON ${text('clients.add')}`)
  })
})

describe('focus after a record of the console was deleted', { timeout: 300_000 }, () => {
  it('goes to the record in its place, and to the title after the last one', async () => {
    const { api, ...owner } = await newSalon(scheduling, 'en', 'Nefertiti')
    for (const [name, date] of [
      ['Eid al-Fitr', '2031-01-25'],
      ['Revolution Day', '2031-07-23'],
    ] as const)
      await api.createHoliday({ name, date })
    const opened = await openConsole('en')
    const { page, text } = opened
    await openAs(opened, owner, '/settings/holidays')
    for (const [name, next] of [
      ['Eid al-Fitr', text('settings.editNamed', { name: 'Revolution Day' })],
      ['Revolution Day', `H1 ${text('settings.holidays')}`],
    ] as const) {
      await page.getByRole('button', { name: text('settings.deleteNamed', { name }) }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: text('action.delete') }).click()
      await page.getByText(name, { exact: true }).waitFor({ state: 'detached' })
      await expect.poll(() => focusedIn(page)).toBe(next)
    }
  })

  it('goes to the next row of a list after the panel closed', async () => {
    const { api, ...owner } = await newSalon(scheduling, 'en', 'Nefertiti')
    for (const name of ['Cut', 'Colour', 'Manicure']) await api.createService({ name, scope: 'sessions' })
    const opened = await openConsole('en')
    const { page, text } = opened
    await openAs(opened, owner, '/services')
    await page.getByRole('row', { name: 'Colour' }).click()
    const panel = page.getByRole('complementary', { name: 'Colour' })
    await panel.getByRole('button', { name: text('action.delete') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('action.delete') })
      .click()
    await page.getByRole('row', { name: 'Colour' }).waitFor({ state: 'detached' })
    await expect.poll(() => focusedIn(page)).toMatch(/^DIV Cut/)
  })

  it('goes to the title of the list from a page of its own', async () => {
    const { page, text, panel } = await openClients()
    await page.getByRole('row', { name: 'Omar Tarek' }).click()
    await panel.getByRole('link', { name: text('client.open') }).waitFor()
    await page.goto(page.url().replace('?open=', '/'))
    await page.getByRole('heading', { level: 1, name: 'Omar Tarek' }).waitFor()
    await page.getByRole('button', { name: text('action.delete') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: text('action.delete') }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => focusedIn(page)).toBe(`H1 ${text('area.clients')}`)
  })

  it('stays in the panel when its form is closed', async () => {
    const { api, ...owner } = await newSalon(scheduling, 'en', 'Nefertiti')
    await api.createService({ name: 'Cut', scope: 'sessions' })
    const opened = await openConsole('en')
    const { page, text } = opened
    await openAs(opened, owner, '/services')
    await page.getByRole('row', { name: 'Cut' }).click()
    const panel = page.getByRole('complementary', { name: 'Cut' })
    await panel.getByRole('button', { name: text('action.edit') }).click()
    await panel.getByRole('button', { name: text('action.cancel') }).click()
    await expect.poll(() => focusedIn(page)).toBe(`BUTTON ${text('action.edit')}`)
  })
})
