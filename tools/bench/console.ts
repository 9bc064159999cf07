// The budgets of the console: the size of its scripts, the start of the login page on a mid-range phone, the frames
// while a long list is scrolled, and the keystrokes of a booking. Needs an installed Chromium.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { scriptBudgets, scriptSizes } from '@wp/console/script-sizes'
import { startPlatform } from '@wp/local-platform'
import { chromium, type Browser, type Page } from 'playwright-core'
import { bundleOf } from '../../deploy/local/src/bundle/bundle-folder.ts'
import { alternate, median, ratio, report, round } from './measure.ts'
import { consoleScene, type ConsoleScene } from './parts/console-scene.ts'
import { serveFormPage, type PageSize } from './parts/form-page.ts'

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5)
const clientCount = Number(process.env['BENCH_CLIENTS'] ?? 10_000)

/** Lighthouse's fast 3G and mid-range phone. */
const network = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
const cpuSlowdown = 4

const launch = (): Promise<Browser> => {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const executablePath = folders.map((folder) => join(folder, 'chromium')).find(existsSync)
  if (!executablePath) throw new Error('Chromium is not installed, or its folder is not in PATH')
  return chromium.launch({ executablePath, args: ['--no-sandbox'] })
}

/** Waits until an expression is true. The content security policy does not allow the page to evaluate texts itself. */
const until = (page: Page, expression: string): Promise<unknown> =>
  page.evaluate(`new Promise((resolve) => {
    const look = () => ((${expression}) ? resolve() : requestAnimationFrame(look))
    look()
  })`)

type Start = PageSize & { seconds: number }

/** Opens a page with an empty cache; measures the time until its form can be used, and what it loads until then. */
const start = async (browser: Browser, url: string): Promise<Start> => {
  const context = await browser.newContext({ viewport: { width: 390, height: 780 }, locale: 'en-GB' })
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', network)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
    // The form is rendered together with its handlers, so it works in the frame after the one that shows it.
    await page.addInitScript(`
      const look = () => requestAnimationFrame(() => {
        if (!document.querySelector('form [type="submit"]')) return look()
        requestAnimationFrame(() => { globalThis.usableAt = performance.now() })
      })
      look()`)
    await page.goto(url)
    await until(page, 'globalThis.usableAt !== undefined')
    return await page.evaluate<Start>(`(() => {
      const bytesOf = (suffix) => performance.getEntriesByType('resource')
        .filter(({ name, responseEnd }) => name.endsWith(suffix) && responseEnd <= usableAt)
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
      return { seconds: usableAt / 1000, styleBytes: bytesOf('.css'), scriptBytes: bytesOf('.js') }
    })()`)
  } finally {
    await context.close()
  }
}

/** Loads the whole list of clients by scrolling to its end. */
const openClients = async (page: Page, url: string): Promise<void> => {
  await page.goto(`${url}/clients`)
  await page.locator('[role="grid"] [data-row]').first().waitFor()
  await until(
    page,
    `(() => {
      const grid = document.querySelector('[role="grid"]')
      grid.scrollTop = grid.scrollHeight
      return Number(grid.getAttribute('aria-rowcount')) > ${clientCount}
    })()`,
  )
}

/**
 * Returns the longest frame in milliseconds while the list scrolls from one end to the other in four seconds, or stays
 * where it is.
 */
const longestFrame = (page: Page, isScrolling: boolean): Promise<number> =>
  page.evaluate<number>(`new Promise((resolve) => {
    const grid = document.querySelector('[role="grid"]')
    const from = grid.scrollTop
    const to = ${isScrolling} ? (from > 0 ? 0 : grid.scrollHeight) : from
    let started, last, longest = 0
    const step = (now) => {
      started ??= now
      longest = Math.max(longest, now - (last ?? now))
      last = now
      const part = Math.min(1, (now - started) / 4000)
      grid.scrollTop = from + (to - from) * part
      if (part < 1) requestAnimationFrame(step)
      else resolve(longest)
    }
    requestAnimationFrame(step)
  })`)

/**
 * Books by keyboard and returns the number of keystrokes, not counting names, and the milliseconds since the
 * last one.
 */
const book = async (page: Page, scene: ConsoleScene): Promise<{ keystrokes: number; ms: number }> => {
  let keystrokes = 0
  const press = async (key: string): Promise<void> => {
    keystrokes += 1
    await page.keyboard.press(key)
  }
  await page.goto(`${scene.url}/calendar`)
  await page.locator('[aria-busy="false"] [data-column]').first().waitFor()
  const before = await page.locator('[data-session]').count()
  await press('n')
  await page.locator('input[name="clientId"]').waitFor()
  await page.keyboard.type(scene.clientName)
  await page.getByRole('option', { name: scene.clientName }).first().waitFor()
  await press('Enter')
  await until(page, 'document.activeElement.name === "serviceIds"')
  await page.keyboard.type(scene.serviceName)
  await page.getByRole('option', { name: scene.serviceName }).waitFor()
  await press('Enter')
  const since = performance.now()
  await press('Enter')
  await page.locator('[data-session]').nth(before).waitFor()
  return { keystrokes, ms: performance.now() - since }
}

const { form, login, areas, later } = scriptSizes()
await report({
  id: 'console-scripts',
  title: 'Scripts of the console, compressed by gzip',
  unit: 'kB',
  results: {
    'login form': [form],
    login: [login],
    'after a page is shown': [later],
    ...Object.fromEntries(Object.entries(areas).map(([area, size]) => [`${area}, more than login`, [size]])),
  },
  goals: [
    {
      goal: 'console: scripts before the login form (kB)',
      value: form,
      atMost: scriptBudgets.form,
    },
    { goal: 'console: scripts of the login page (kB)', value: login, atMost: scriptBudgets.login },
    {
      goal: 'console: scripts of the largest area, more than login (kB)',
      value: Math.max(...Object.values(areas)),
      atMost: scriptBudgets.area,
    },
  ],
})

const dataDir = mkdtempSync(join(tmpdir(), 'wp-bench-console-'))
const unlimited = `${1_000_000_000}`
const platform = await startPlatform({
  dataDir,
  programOf: bundleOf,
  env: { RATE_LIMIT_DEFAULT: unlimited, RATE_LIMIT_AUTH: unlimited },
})
let browser: Browser | null = null
try {
  browser = await launch()
  const scene = await consoleScene(platform, clientCount)
  const loginUrl = `${scene.url}/login`
  const loginPage = 'login, empty cache'
  const plainPage = 'floor: as many bytes, a form of plain DOM calls'
  const size = await start(browser, loginUrl)
  const formPage = await serveFormPage(size)
  const starts = await alternate(
    {
      [loginPage]: async () => (await start(browser!, loginUrl)).seconds,
      [plainPage]: async () => (await start(browser!, formPage.url)).seconds,
    },
    rounds,
  )
  formPage.stop()

  const context = await browser.newContext({ viewport: { width: 1360, height: 800 }, locale: 'en-GB' })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  await page.goto(`${scene.url}/login`)
  await page.locator('input[type="email"]').fill(scene.email)
  await page.locator('input[type="password"]').fill(scene.password)
  await page.locator('form [type="submit"]').click()
  await page.getByRole('navigation').first().waitFor()
  const bookings: Awaited<ReturnType<typeof book>>[] = []
  for (let round = 0; round < rounds; round += 1) bookings.push(await book(page, scene))
  await openClients(page, scene.url)
  const [frames, stillFrames]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    stillFrames.push(await longestFrame(page, false))
    frames.push(await longestFrame(page, true))
  }

  await report({
    id: 'console-start',
    title: 'Login page of the console on a mid-range phone: time until it can be used',
    unit: 's',
    results: starts,
    goals: [
      { goal: 'console: login page usable on a phone (s)', value: median(starts[loginPage]), atMost: 1.5 },
    ],
    note:
      'The processor is slowed down four times; the network has 1.6 Mbit/s and 150 ms. The floor is a page that ' +
      `transfers the same ${round((size.styleBytes + size.scriptBytes) / 1000)} kB and builds a form without any ` +
      `library; the login page takes ${round(ratio(starts[loginPage], starts[plainPage]))} times as long.`,
  })
  await report({
    id: 'console-interaction',
    title: 'Work in the console',
    unit: 'ms',
    results: {
      [`longest frame while ${clientCount} clients scroll`]: frames,
      'longest frame while nothing scrolls': stillFrames,
      'from the last key of a booking until it is in the calendar': bookings.map(({ ms }) => ms),
    },
    goals: [
      {
        goal: `console: longest frame while ${clientCount} clients scroll (ms)`,
        value: Math.max(...frames),
        atMost: 50,
      },
      {
        goal: 'console: keystrokes of a booking besides the names',
        value: Math.max(...bookings.map(({ keystrokes }) => keystrokes)),
        atMost: 8,
      },
    ],
  })
} finally {
  await browser?.close()
  await platform.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
