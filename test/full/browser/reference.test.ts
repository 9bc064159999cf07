import * as scheduling from '@wp/scheduling/contract'
import { newWorkspace, platform } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import { openPage } from './chromium.ts'
import { takePicture } from './pictures.ts'

describe('API reference', () => {
  it(
    'lets a visitor log in, try an operation, switch the theme and read about errors and events',
    { timeout: 180_000 },
    async () => {
      const { api, email, password } = await newWorkspace(scheduling)
      await api.createClient({ name: 'Ali of the reference' })
      const page = await openPage()
      const refused: string[] = []
      page.on('console', (message) => {
        if (message.text().includes('Content Security Policy')) refused.push(message.text())
      })
      await page.emulateMedia({ colorScheme: 'light' })
      await page.setViewportSize({ width: 1100, height: 720 })
      await page.goto(`${platform().gatewayUrl}/docs`)
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password').fill(password)
      await page.getByRole('button', { name: 'Log in' }).click()
      await page.getByText(`Logged in as ${email}`).waitFor()

      await page.locator('#operations-tag-Clients').click()
      const operation = page.locator('#operations-Clients-listClients')
      await operation.click()
      await operation.getByRole('button', { name: 'Execute' }).waitFor()
      await page.evaluate(`document.querySelector('#operations-tag-Clients').scrollIntoView()`)
      await takePicture(page, 'reference')
      await operation.getByRole('button', { name: 'Execute' }).click()
      const reply = operation.locator('.live-responses-table .response')
      await reply.getByText('Ali of the reference').first().waitFor()
      expect(await reply.locator('.response-col_status').textContent()).toContain('200')

      const shade = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
      const light = await shade()
      await page.getByRole('button', { name: 'Toggle theme' }).click()
      expect(await shade()).not.toBe(light)
      await takePicture(page, 'reference-dark')
      expect(refused).toEqual([])

      const refusal = operation.locator('.responses-table .response', { hasText: 'INVALID_REQUEST' })
      expect(await refusal.getByRole('link', { name: 'INVALID_REQUEST' }).getAttribute('href')).toBe(
        '/docs/errors#INVALID_REQUEST',
      )

      await page.goto(`${platform().gatewayUrl}/docs/errors#OUT_OF_STOCK`)
      expect(await page.locator('section:target h2').textContent()).toContain('OUT_OF_STOCK')
      await page.goto(`${platform().gatewayUrl}/docs/events`)
      await page.getByRole('heading', { name: 'wp.scheduling.session.changed.v1' }).waitFor()
      await page.goto(`${platform().gatewayUrl}/docs/events#wp.storefront.order.changed.v1`)
      await takePicture(page, 'events')
    },
  )
})
