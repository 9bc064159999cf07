import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { onTestFinished } from 'vitest'

/** A page of the chromium that is on the path, until the test ends. */
export const openPage = async (): Promise<Page> => {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const executablePath = folders.map((folder) => join(folder, 'chromium')).find(existsSync)
  const browser = await chromium.launch({
    executablePath,
    // Inside a container there is no sandbox to be had, and the page is our own. It is handed to the browser without an
    // address, so that it would have to ask a person before it may connect to this machine.
    args: ['--no-sandbox', '--disable-features=LocalNetworkAccessChecks'],
  })
  onTestFinished(() => browser.close())
  const page = await browser.newPage()
  // The machine may be busy with other tests.
  page.setDefaultTimeout(120_000)
  return page
}
