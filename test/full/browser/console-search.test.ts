import * as identity from '@wp/identity/contract'
import * as scheduling from '@wp/scheduling/contract'
import * as webhooks from '@wp/webhooks/contract'
import { describe, expect, it } from 'vitest'
import { languages, newSalon, openAs, openConsole } from './console.ts'

/** The lists that are searched in the browser, each with the text of its search field. */
const lists = {
  '/settings/taxes': 'settings.searchTaxes',
  '/settings/holidays': 'settings.searchHolidays',
  '/settings/fields': 'settings.searchFields',
  '/settings/keys': 'settings.searchKeys',
  '/settings/webhooks': 'settings.searchEndpoints',
  '/staff/roles': 'roles.search',
}

/** Creates a salon with two records in each list. */
const newRecords = async (language: 'en' | 'ar') => {
  const owner = await newSalon(scheduling, language, 'Nefertiti')
  const account = owner.use(identity)
  const names = ['Winter', 'Summer']
  await account.updateWorkspace({ taxRates: names.map((name) => ({ name, percentage: 14 })) })
  for (const name of names) {
    await owner.api.createHoliday({ name, date: '2031-01-25' })
    await owner.api.createSessionField({ key: name.toLowerCase(), type: 'text', label: name })
    await account.createApiKey({ name, permissions: ['clients.view'] })
    await account.createRole({ name, permissions: ['sessions.view'] })
    const endpoint = {
      url: `https://hooks.example/${name}`,
      description: name,
      events: ['client.*' as const],
    }
    await owner.use(webhooks).createWebhookEndpoint(endpoint)
  }
  return owner
}

describe('search of short lists in the console', { timeout: 300_000 }, () => {
  it.each(languages)('finds records by the beginning of a word (%s)', async (language) => {
    const owner = await newRecords(language)
    const opened = await openConsole(language)
    const { page, text, url, problems } = opened
    await openAs(opened, owner, '/settings/taxes')
    for (const [path, label] of Object.entries(lists)) {
      await page.goto(url(path))
      const main = page.getByRole('main')
      await main.getByText('Winter').first().waitFor()
      const search = page.getByRole('searchbox', { name: text(label) })
      await search.fill('SUMM')
      await main.getByText('Winter').first().waitFor({ state: 'detached' })
      await main.getByText('Summer').first().waitFor()
      expect(new URL(page.url()).searchParams.get('search')).toBe('SUMM')
      await search.fill('autumn')
      await page.getByText(text('list.notFound'), { exact: true }).waitFor()
      await page.getByRole('button', { name: text('list.showAll') }).click()
      await main.getByText('Winter').first().waitFor()
      expect(await search.inputValue()).toBe('')
    }
    expect(problems).toEqual([])
  })

  it('moves custom fields only while all of them are shown', async () => {
    const owner = await newRecords('en')
    const opened = await openConsole('en')
    const { page, text } = opened
    await openAs(opened, owner, '/settings/fields?search=winter')
    const down = page.getByRole('button', { name: text('settings.moveDown', { name: 'Winter' }) })
    await down.waitFor()
    expect(await down.isDisabled()).toBe(true)
    await page.getByRole('searchbox').fill('')
    await page.getByText('Summer', { exact: true }).waitFor()
    expect(await down.isDisabled()).toBe(false)
  })
})
