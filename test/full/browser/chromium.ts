import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium, type BrowserContextOptions, type Page } from 'playwright-core'
import { onTestFinished } from 'vitest'

/**
 * Opens a page in the installed Chromium and closes it when the test ends. If the test fails, prints what the browser's
 * pages show.
 */
export const openPage = async (options: BrowserContextOptions = {}): Promise<Page> => {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const executablePath = folders.map((folder) => join(folder, 'chromium')).find(existsSync)
  const browser = await chromium.launch({
    executablePath,
    // Containers have no sandbox, and the page is trusted. The page has no URL, so the browser would
    // otherwise ask for permission to connect to this machine.
    args: ['--no-sandbox', '--disable-features=LocalNetworkAccessChecks'],
  })
  onTestFinished(async ({ task }) => {
    const pages = browser.contexts().flatMap((context) => context.pages())
    if (task.result?.state === 'fail')
      for (const shown of pages) {
        const body = shown.locator('body')
        console.error(`${shown.url()}\n${await body.innerText({ timeout: 5000 }).catch(String)}`)
      }
    await browser.close()
  })
  const page = await browser.newPage(options)
  // Other tests may keep the machine busy, so the timeout is long.
  page.setDefaultTimeout(120_000)
  return page
}
