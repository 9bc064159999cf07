import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'

const clientFolder = new URL('.', import.meta.resolve('@workspace-platform/client/realtime'))

/**
 * The state that the page shows: the job's progress and status, all progress values received, and the number of
 * connections.
 */
export type Shown = { value: number; status: string; seen: number[]; connections: number }

const html = `<!doctype html><meta charset="utf-8"><title>Jobs</title><main></main>
<script type="module">
import { connectRealtime } from './index.ts'
window.follow = (jobId, token) => {
  const shown = { value: 0, status: '', seen: [], connections: 0 }
  const bar = Object.assign(document.createElement('progress'), { max: 100, value: 0 })
  document.querySelector('main').append(bar)
  connectRealtime({
    url: location.origin.replace('http', 'ws') + '/v1/realtime',
    token: () => token,
    onStatus: (status) => { if (status === 'ready') shown.connections += 1 },
  }).subscribe('jobs.' + jobId, {
    after: 0,
    onEvent: ({ data }) => {
      bar.value = data.progress
      shown.status = data.status
      shown.seen.push(data.progress)
    },
  })
  window.followed = [...(window.followed ?? []), { bar, shown }]
}
window.show = () => (window.followed ?? []).map(({ bar, shown }) => ({ ...shown, value: bar.value }))
</script>`

/** Opens a page on the platform's origin with the browser client. */
export const openJobsPage = async (page: Page, gatewayUrl: string): Promise<void> => {
  await page.route(`${gatewayUrl}/jobs-page/**`, async (route) => {
    const name = new URL(route.request().url()).pathname.replace('/jobs-page/', '')
    if (name === '') return route.fulfill({ contentType: 'text/html', body: html })
    const source = readFileSync(fileURLToPath(new URL(name, clientFolder)), 'utf8')
    return route.fulfill({ contentType: 'text/javascript', body: stripTypeScriptTypes(source) })
  })
  await page.goto(`${gatewayUrl}/jobs-page/`)
  await page.waitForFunction('window.follow !== undefined')
}

export const follow = (page: Page, jobId: string, token: string): Promise<unknown> =>
  page.evaluate(`window.follow(${JSON.stringify(jobId)}, ${JSON.stringify(token)})`)

export const show = (page: Page): Promise<Shown[]> => page.evaluate<Shown[]>('window.show()')
