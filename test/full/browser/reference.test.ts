import { spawnSync } from 'node:child_process'
import { stripTypeScriptTypes } from 'node:module'
import * as scheduling from '@wp/scheduling/contract'
import { newWorkspace, platform } from '@wp/testing'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openPage } from './chromium.ts'
import { takePicture } from './pictures.ts'

/** Opens a page of the reference and returns the violations of its content security policy. */
const openReference = async (page: Page, path: string): Promise<string[]> => {
  const refused: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text())
  })
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`${platform().gatewayUrl}${path}`)
  return refused
}

const logIn = async (page: Page, { email, password }: { email: string; password: string }): Promise<void> => {
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('dialog').getByRole('button', { name: 'Log in' }).click()
  await page.getByText(`Logged in as ${email}`).waitFor()
}

const overflow = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')

describe('API reference', { timeout: 180_000 }, () => {
  it('lets a visitor log in, find and try an operation, and stay logged in after a reload', async () => {
    const workspace = await newWorkspace(scheduling)
    await workspace.api.createClient({ name: 'Ali of the reference' })
    const page = await openPage()
    const refused = await openReference(page, '/docs')
    await logIn(page, workspace)

    await page.getByRole('searchbox', { name: 'Search' }).fill('clients beginning of words')
    await page.getByRole('link', { name: 'List clients' }).first().click()
    const operation = page.locator('#listClients')
    await operation.getByRole('heading', { name: 'List clients' }).waitFor()
    expect(await operation.locator('.sample code').textContent()).toContain(
      `/v1/workspace/${workspace.workspaceId}/clients`,
    )
    await takePicture(page, 'reference')

    await page.reload()
    await page.getByText(`Logged in as ${workspace.email}`).waitFor()
    await operation.getByRole('button', { name: 'Try it' }).click()
    await operation.getByRole('button', { name: 'Send' }).click()
    await operation.locator('.result').getByText('Ali of the reference').waitFor()
    expect(await operation.locator('.result strong').textContent()).toBe('200')
    expect(await page.evaluate<string>('JSON.stringify(localStorage)')).not.toMatch(/eyJ|token/)

    await page.getByRole('button', { name: 'Log out' }).click()
    await page.reload()
    await page.getByRole('button', { name: 'Log in' }).waitFor()
    expect(refused).toEqual([])
  })

  it('sends the recorded example of a request successfully', async () => {
    const page = await openPage()
    await openReference(page, '/docs#createClient')
    await logIn(page, await newWorkspace(scheduling))
    const operation = page.locator('#createClient')
    await operation.getByRole('button', { name: 'Try it' }).click()
    await operation.getByRole('button', { name: 'Send' }).click()
    await operation.locator('.result strong').waitFor()
    expect(await operation.locator('.result strong').textContent()).toBe('201')
  })

  it('switches the theme and fits on a phone screen', async () => {
    const page = await openPage()
    await openReference(page, '/docs#listSessions')
    await page.locator('#listSessions').waitFor()
    const shade = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
    const light = await shade()
    await page.getByRole('button', { name: 'Theme' }).click()
    expect(await shade()).not.toBe(light)
    await takePicture(page, 'reference-dark')
    await page.setViewportSize({ width: 360, height: 740 })
    expect(await overflow(page)).toBe(0)
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.locator('#sidebar').getByRole('link', { name: 'Holidays' }).click()
    await page.locator('#createHoliday').waitFor()
    expect(await page.locator('#sidebar').isVisible()).toBe(false)
    await takePicture(page, 'reference-phone')
  })

  it('shows samples of every operation that the shell, Python and TypeScript can parse', async () => {
    const page = await openPage()
    await openReference(page, '/docs')
    await page.getByText('operations and events').waitFor()
    const samples = await page.evaluate<
      { curl: string; TypeScript: string; Python: string }[]
    >(`(async () => {
      const { loadApi } = await import('/docs/assets/api-document.js')
      const { languages } = await import('/docs/assets/samples.js')
      const api = await loadApi()
      return [...api.operations.values()].filter(({ method }) => method !== 'EVENT').map((operation) => {
        const example = operation.requestBody?.content['application/json']?.example
        const request = { operation, params: {}, query: {}, headers: {}, body: example ? JSON.stringify(example) : '' }
        return Object.fromEntries(Object.entries(languages).map(([name, write]) => [name, write(request, api)]))
      })
    })()`)
    expect(samples.length).toBeGreaterThan(250)
    for (const { TypeScript } of samples) expect(() => stripTypeScriptTypes(TypeScript)).not.toThrow()
    const shell = spawnSync('sh', ['-n'], { input: samples.map(({ curl }) => curl).join('\n') })
    expect(shell.stderr.toString()).toBe('')
    const python = spawnSync('python3', ['-c', 'import ast, sys; ast.parse(sys.stdin.read())'], {
      input: samples.map((each) => each.Python).join('\n'),
    })
    expect(python.stderr.toString()).toBe('')
  })

  it('is small and fast with the whole document', async () => {
    const page = await openPage()
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Performance.enable')
    let bytes = 0
    devtools.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength))
    await openReference(page, '/docs')
    await page.getByText('operations and events').waitFor()
    const { metrics } = await devtools.send('Performance.getMetrics')
    const seconds = metrics.find(({ name }) => name === 'TaskDuration')!.value
    console.log(`API reference: ${Math.round(bytes / 1000)} kB, ${seconds.toFixed(2)} s of main-thread time`)
    expect(bytes).toBeGreaterThan(50_000)
    expect(bytes).toBeLessThan(500_000)
    expect(seconds).toBeLessThan(2)
  })

  it.each([
    ['/docs/errors', 'OUT_OF_STOCK', 'out of stock', 'INVALID_JSON'],
    ['/docs/events', 'wp.storefront.order.fulfilled.v1', 'storefront order fulfilled', 'client.created'],
  ])('filters %s and links every entry in an index', async (path, id, words, other) => {
    const page = await openPage()
    const refused = await openReference(page, `${path}#${id}`)
    const item = page.locator(`[id="${id}"]`)
    expect(await item.locator('h3').textContent()).toContain(id)
    expect(await page.locator('[data-item]').count()).toBe(await page.locator('#sidebar a').count())
    if (path === '/docs/events') await takePicture(page, 'events')
    await page.getByLabel('Filter').fill(words)
    await page.locator(`[id="${other}"]`).waitFor({ state: 'hidden' })
    expect(await item.isVisible()).toBe(true)
    expect(await page.locator('#sidebar').getByRole('link', { name: id }).isVisible()).toBe(true)
    expect(await page.locator('#sidebar').getByRole('link', { name: other, exact: true }).isVisible()).toBe(
      false,
    )
    await page.getByLabel('Filter').fill('no such entry')
    await page.getByText('Nothing found').waitFor()
    expect(refused).toEqual([])
  })
})
