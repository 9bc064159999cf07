import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import axe from 'axe-core'
import type { AxeResults } from 'axe-core'
import * as identity from '@wp/identity/contract'
import { repositoryRoot } from '@wp/local-platform'
import { eventually, newWorkspace, platform, uniqueName, visitorApi } from '@wp/testing'
import { Secret, TOTP } from 'otpauth'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { openPage } from './chromium.ts'

export type Language = 'en' | 'ar'
export const languages: Language[] = ['en', 'ar']

const web = join(repositoryRoot, 'services/console/web')

const localeOf = (language: Language): string => (language === 'ar' ? 'ar-EG' : 'en-GB')

/** Returns how the console names a currency beside amounts. */
const currencyIn = (language: Language, currency: string): string =>
  language === 'en'
    ? currency
    : new Intl.NumberFormat('ar-EG', { style: 'currency', currency })
        .formatToParts(0)
        .find(({ type }) => type === 'currency')!
        .value.replaceAll('\u200f', '')

/** Returns the console's texts, so that tests can refer to what users see. */
export const textsOf = (language: Language) => {
  const texts = Object.assign(
    {},
    ...globSync(`**/*${language}.json`, { cwd: web }).map((file) =>
      JSON.parse(readFileSync(join(web, file), 'utf8')),
    ),
  ) as Record<string, string>
  const number = new Intl.NumberFormat(localeOf(language))
  return (key: string, values: Record<string, string | number> = {}): string => {
    const text = texts[key]
    if (text === undefined) throw new Error(`The console has no text ${key}`)
    return text.replaceAll(/\{([\w.]+)\}/g, (placeholder, name: string) => {
      const value = /^\d/.test(name) ? Number(name) : (values[name] ?? placeholder)
      if (name === 'currency') return currencyIn(language, String(value))
      return typeof value === 'number' ? number.format(value) : value
    })
  }
}

/** Returns a domain that no other test uses, short enough for screenshots. */
export const newDomain = (): string => `${uniqueName('nile-').slice(0, 11)}.test`

/** The addresses of salons by language. */
export const addresses = {
  en: { line1: 'Tahrir Street 1', city: 'Cairo' },
  ar: { line1: 'شارع التحرير ١', city: 'القاهرة' },
}

/** Creates a workspace whose members use this language. */
export const newSalon = async <const C extends object>(contract: C, language: Language, name: string) => {
  const email = `laila@${newDomain()}`
  const workspace = await newWorkspace(contract, { name, email })
  await workspace.use(identity).updateWorkspace({
    settings: { locale: language, currencyCode: 'EGP', timeZone: 'Africa/Cairo' },
    business: { displayName: name, address: { ...addresses[language], countryCode: 'EG' } },
  })
  return workspace
}

export type ConsolePage = {
  page: Page
  context: BrowserContext
  url: (path: string) => string
  text: ReturnType<typeof textsOf>
  /** Messages about blocked resources and errors of the page; both must stay empty. */
  problems: string[]
}

type Look = { theme?: 'light' | 'dark'; width?: number; height?: number }

/** Opens an empty page for the console in a language. */
export const openConsole = async (
  language: Language,
  { theme = 'light', width = 1360, height = 800 }: Look = {},
): Promise<ConsolePage> => {
  const first = await openPage()
  const context = await first
    .context()
    .browser()!
    .newContext({
      locale: localeOf(language),
      colorScheme: theme,
      viewport: { width, height },
      reducedMotion: 'reduce',
    })
  const page = await context.newPage()
  page.setDefaultTimeout(120_000)
  const problems: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy|TrustedHTML|TrustedScript/.test(message.text()))
      problems.push(message.text())
  })
  page.on('pageerror', ({ message }) => problems.push(message))
  return {
    page,
    context,
    problems,
    text: textsOf(language),
    url: (path) => `${platform().gatewayUrl}/console${path}`,
  }
}

export type Login = { email: string; password: string }

/** Logs in on the login page, which must be open. */
export const logIn = async ({ page, text }: ConsolePage, { email, password }: Login): Promise<void> => {
  await page.getByLabel(text('signIn.email'), { exact: true }).fill(email)
  await page.getByLabel(text('signIn.password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: text('signIn.submit'), exact: true }).click()
}

/** Opens a page as this user. */
export const openAs = async (console: ConsolePage, person: Login, path: string): Promise<void> => {
  await console.page.goto(console.url(path))
  await logIn(console, person)
  await console.page.getByRole('navigation').first().waitFor()
}

/** Types a date (`YYYY-MM-DD`), a time (`HH:MM`) or both with a `T` between them into a field; empty clears it. */
export const fillDate = async (within: Page | Locator, label: string, value: string): Promise<void> => {
  const field = within.getByRole('group', { name: label, exact: true })
  const found = /^(?:(\d{4})-(\d\d)-(\d\d))?T?(?:(\d\d):(\d\d))?$/.exec(value)
  if (!found) throw new Error(`${value} is not a date or time`)
  await field.getByRole('spinbutton').first().waitFor()
  for (const [index, unit] of ['year', 'month', 'day', 'hour', 'minute'].entries()) {
    const input = field.locator(`[data-unit="${unit}"]`)
    if (value === '' ? await input.count() : found[index + 1]) await input.fill(found[index + 1] ?? '')
  }
}

/** Returns what a date or time field shows, as `fillDate` takes it. */
export const readDate = async (within: Page | Locator, label: string): Promise<string> => {
  const field = within.getByRole('group', { name: label, exact: true })
  await field.getByRole('spinbutton').first().waitFor()
  const read = async (units: string[]): Promise<string[]> => {
    const shown = await Promise.all(
      units.map(async (unit) => {
        const input = field.locator(`[data-unit="${unit}"]`)
        return (await input.count()) ? ((await input.getAttribute('aria-valuenow')) ?? '') : null
      }),
    )
    return shown.flatMap((digits) => (digits === null ? [] : [digits.padStart(2, '0')]))
  }
  const [date, time] = [await read(['year', 'month', 'day']), await read(['hour', 'minute'])]
  return [date.join('-'), time.join(':')].filter(Boolean).join('T')
}

/** Narrows the list on the page to days. */
export const chooseDays = async (
  { page, text }: ConsolePage,
  days: { from?: string; to?: string },
  label = text('filter.dates'),
): Promise<void> => {
  await page.getByRole('button', { name: label }).click()
  const form = page.getByRole('form', { name: label })
  for (const [end, day] of Object.entries(days)) await fillDate(form, text(`filter.${end}`), day)
  await form.getByRole('button', { name: text('filter.apply') }).click()
}

/** Returns the code that an authenticator app shows now, or some steps of 30 seconds away. */
export const codeOf = (secret: string, stepsAway = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + stepsAway * 30_000 })

/** Returns the URL in the newest email to an address. */
export const linkInMail = async (to: string): Promise<string> => {
  const address = await eventually(async () => {
    const { messages } = (await visitorApi(identity).listOutbox({ query: { to } })).body
    const found = messages.map(({ text }) => /https?:\/\/\S+/.exec(text)?.[0]).find((each) => each)
    expect(found).toBeDefined()
    return found!
  })
  return address
}

/** Waits for transitions, because colors in the middle of one say nothing about the page, and for the next paint. */
export const waitForTransitions = (page: Page): Promise<unknown> =>
  // Some animations never end.
  page.evaluate(`Promise.all(
    document.getAnimations()
      .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
      .map(({ finished }) => finished.catch(() => undefined)),
  ).then(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))))`)

/** Checks the page with axe: no serious findings. */
export const expectAccessible = async (page: Page): Promise<void> => {
  await page.evaluate(axe.source)
  await waitForTransitions(page)
  const { violations } = await page.evaluate<AxeResults>('axe.run(document, { resultTypes: ["violations"] })')
  const grave = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`).join('\n')}`,
    )
  expect(grave).toEqual([])
}

/** Returns the chosen options of selects that are wider than their select. */
export const cutChoicesIn = (page: Page): Promise<string[]> =>
  page.evaluate(`Array.from(document.querySelectorAll('select')).flatMap((select) => {
    const { fontSize, fontFamily, paddingLeft, paddingRight } = getComputedStyle(select)
    const canvas = document.createElement('canvas').getContext('2d')
    canvas.font = fontSize + ' ' + fontFamily
    const chosen = select.selectedOptions[0]?.text ?? ''
    const space = select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
    return canvas.measureText(chosen).width > space ? [chosen] : []
  })`)

/**
 * Returns elements whose content is wider than the element, so that it is truncated or requires horizontal
 * scrolling, and elements that must be fully visible (`data-whole`) but are truncated. Ignores other texts
 * with an ellipsis, fields, and elements that are meant to scroll (`data-scrolls`).
 */
export const clippedIn = async (page: Page): Promise<string[]> => [
  ...(await page.evaluate<
    string[]
  >(`Array.from(document.querySelectorAll('html, body, body *')).flatMap((element) => {
    const { overflowX, textOverflow, visibility } = getComputedStyle(element)
    const isMeant = element.closest('[data-scrolls], input, textarea, svg') || textOverflow === 'ellipsis'
    const isShown = visibility === 'visible' && element.clientWidth > 1
    const isRoot = element === document.documentElement
    if (isMeant || !isShown || (overflowX === 'visible' && !isRoot)) return []
    const excess = element.scrollWidth - element.clientWidth
    return excess > 1 ? [element.tagName + '.' + element.className + ' by ' + excess + ': ' + element.textContent.slice(0, 60)] : []
  })`)),
  ...(await page.evaluate<
    string[]
  >(`Array.from(document.querySelectorAll('[data-whole]')).flatMap((element) => {
    const { left, right, width } = element.getBoundingClientRect()
    if (width === 0 || element.closest('[data-scrolls]')) return []
    for (let box = element.parentElement; box; box = box.parentElement) {
      if (getComputedStyle(box).overflowX === 'visible') continue
      const edges = box.getBoundingClientRect()
      if (left < edges.left - 1 || right > edges.right + 1) return ['cut off: ' + element.textContent]
    }
    return []
  })`)),
]
