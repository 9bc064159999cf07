import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { fileURLToPath } from 'node:url'
import { bundle } from '@workspace-platform/client/bundle'
import { platform } from '@wp/testing'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { suite } from '../../client/suite.ts'
import { openPage } from './chromium.ts'

const suiteFile = fileURLToPath(new URL('../../client/suite.ts', import.meta.url))
const packageName = '@workspace-platform/client'

/** Opens a page on the platform's origin that contains the test suite and the published client. */
const openSuite = async (page: Page): Promise<void> => {
  const modules = Object.fromEntries(
    Object.entries(await bundle()).map(([name, code]) => [`client/${name}`, code]),
  )
  const suiteCode = stripTypeScriptTypes(readFileSync(suiteFile, 'utf8'))
  const imports = Object.keys(modules).map((file) => [
    file === 'client/index.js'
      ? packageName
      : `${packageName}/${file.slice('client/'.length, -'.js'.length)}`,
    `./${file}`,
  ])
  const html = `<!doctype html><meta charset="utf-8"><title>Client</title>
<script type="importmap">${JSON.stringify({ imports: Object.fromEntries(imports) as object })}</script>
<script type="module">
import { suite } from './suite.js'
window.runScenario = (title) => suite.find((one) => one.title === title).run(location.origin)
</script>`
  const { gatewayUrl } = platform()
  await page.route(`${gatewayUrl}/client-page/**`, (route) => {
    const name = new URL(route.request().url()).pathname.replace('/client-page/', '')
    if (name === '') return route.fulfill({ contentType: 'text/html', body: html })
    const body = name === 'suite.js' ? suiteCode : modules[name]
    return body ? route.fulfill({ contentType: 'text/javascript', body }) : route.fulfill({ status: 404 })
  })
  await page.goto(`${gatewayUrl}/client-page/`)
  await page.waitForFunction('window.runScenario !== undefined')
}

describe('client in chromium', () => {
  it.each(suite)('$title', { timeout: 60_000 }, async ({ title }) => {
    const page = await openPage()
    await openSuite(page)
    await expect(page.evaluate(`window.runScenario(${JSON.stringify(title)})`)).resolves.toBeUndefined()
  })
})
