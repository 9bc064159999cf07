import { describe, expect, it } from 'vitest'
import { openConsole } from './console.ts'

describe('the page of all components of the console', { timeout: 300_000 }, () => {
  it('exists in development', async () => {
    const { page, text, url } = await openConsole('en')
    await page.goto(url('/ui'))
    await page.getByRole('heading', { level: 1, name: 'dark, right to left' }).waitFor()
    expect(await page.getByText(text('state.unknownPage')).count()).toBe(0)
  })

  it('does not exist in production', async () => {
    const { page, text, url } = await openConsole('en')
    await page.route(url('/ui'), async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace(/(data-environment)="\w+"/, '$1="production"')
      await route.fulfill({ response, body })
    })
    await page.goto(url('/ui'))
    await page.getByText(text('state.unknownPage')).waitFor()
    expect(await page.locator('html').getAttribute('data-environment')).toBe('production')
  })
})
