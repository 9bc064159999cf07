import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { bundle } from '@workspace-platform/client/bundle'
import { repositoryRoot } from '@wp/local-platform'
import * as scheduling from '@wp/scheduling/contract'
import { newWorkspace, platform } from '@wp/testing'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openPage } from './chromium.ts'

const template = join(repositoryRoot, 'libs/create-app/template')
const packageName = '@workspace-platform/client'

/** Opens the starter app on the given origin, as Vite would serve it. */
const openStarter = async (page: Page, origin: string): Promise<void> => {
  const modules = await bundle()
  const imports = Object.keys(modules).map((file) => [
    file === 'index.js' ? packageName : `${packageName}/${file.replace('.js', '')}`,
    `/client/${file}`,
  ])
  const map = `<script type="importmap">${JSON.stringify({ imports: Object.fromEntries(imports) as object })}</script>`
  const html = readFileSync(join(template, 'index.html'), 'utf8').replace('</head>', `${map}</head>`)
  const main = stripTypeScriptTypes(readFileSync(join(template, 'src/main.ts'), 'utf8')).replace(
    'import.meta.env.VITE_PLATFORM_URL',
    JSON.stringify(platform().gatewayUrl),
  )
  const files: Record<string, string> = {
    '/': html,
    '/src/main.ts': main,
    ...Object.fromEntries(Object.entries(modules).map(([name, code]) => [`/client/${name}`, code])),
  }
  await page.route(`${origin}/**`, (route) => {
    const path = new URL(route.request().url()).pathname
    const contentType = path === '/' ? 'text/html' : 'text/javascript'
    return files[path] ? route.fulfill({ contentType, body: files[path] }) : route.fulfill({ status: 404 })
  })
  await page.goto(`${origin}/`)
}

const logIn = async (page: Page, { email, password }: { email: string; password: string }): Promise<void> => {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

describe('starter app', { timeout: 180_000 }, () => {
  it("logs in from another origin, books, and shows other users' bookings", async () => {
    const workspace = await newWorkspace(scheduling)
    const { api } = workspace
    const { client } = (await api.createClient({ name: 'Mona Said' })).body
    const service = { name: 'Haircut', scope: 'sessions' as const, durationMinutes: 30, price: 40 }
    const serviceIds = [(await api.createService(service)).body.service.id]
    const page = await openPage()
    await openStarter(page, 'http://localhost:5173')
    await logIn(page, workspace)
    await page.getByLabel('Day').fill('2027-03-10')
    await page.getByLabel('Time').fill('09:00')
    await page.getByRole('button', { name: 'Book' }).click()
    await page.getByText('2027-03-10 09:00 Mona Said: Haircut (scheduled)').waitFor()
    const other = { name: 'Other', clientId: client.id, serviceIds, date: '2027-03-09', startTime: '10:00' }
    const { session } = (await api.createSession(other)).body
    await page.getByText('2027-03-09 10:00 Mona Said').waitFor()
    expect(await page.getByRole('listitem').allTextContents()).toEqual([
      '2027-03-09 10:00 Mona Said: Haircut (scheduled)',
      '2027-03-10 09:00 Mona Said: Haircut (scheduled)',
    ])
    await api.deleteSession({ params: { sessionId: session.id } })
    await page.getByText('2027-03-09').waitFor({ state: 'detached' })
  })

  it('names the platform setting to change when its origin is not allowed', async () => {
    const page = await openPage()
    await openStarter(page, 'http://app.example')
    await logIn(page, await newWorkspace())
    await page.getByText('ALLOWED_ORIGINS').waitFor()
    expect(await page.getByRole('status').textContent()).toContain('add the origin to ALLOWED_ORIGINS')
  })
})
