import * as identity from '@wp/identity/contract'
import * as scheduling from '@wp/scheduling/contract'
import { visitorApi } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import { clippedIn, codeOf, linkInMail, logIn, newDomain, newSalon, openAs, openConsole } from './console.ts'
import type { ConsolePage } from './console.ts'
import { inspect, variants } from './console-looks.ts'
import type { Variant } from './console-looks.ts'

const names = {
  en: ['Nefertiti', 'Cleopatra', 'Hatshepsut'],
  ar: ['نفرتيتي', 'كليوباترا', 'حتشبسوت'],
} as const

const password = 'correct-horse-1'

/** Checks a screen on a desktop and on a phone. */
const look = async ({ page }: ConsolePage, name: string, variant: Variant): Promise<void> => {
  await inspect(page, name, variant)
  const size = page.viewportSize()!
  await page.setViewportSize({ width: 390, height: 780 })
  expect([name, await clippedIn(page)]).toEqual([name, []])
  await page.setViewportSize(size)
}

/** Creates a user who belongs to two workspaces, and returns the link of an invitation to a third one. */
const memberOfTwo = async (variant: Variant) => {
  const email = `sara@${newDomain()}`
  const invite = async (name: string): Promise<string> => {
    const owner = await newSalon(scheduling, variant.language, name)
    const role = { name: 'Reader', permissions: ['clients.view'] }
    const { id: roleId } = (await owner.use(identity).createRole(role)).body.role
    await owner.api.createStaff({ name: 'Sara Nabil', email, roleId })
    return linkInMail(email)
  }
  const [first, second, third] = names[variant.language]
  for (const [index, name] of [first, second].entries()) {
    const token = new URL(await invite(name)).searchParams.get('token')!
    await visitorApi(identity).acceptInvitation({ body: { token, ...(index === 0 && { password }) } })
  }
  return { email, link: await invite(third) }
}

describe('console before the login and in the account', { timeout: 300_000 }, () => {
  it.each(variants)('has no serious accessibility findings ($language, $theme)', async (variant) => {
    const { language, theme } = variant
    const { email, link } = await memberOfTwo(variant)
    const opened = await openConsole(language, { theme })
    const { page, text, url, problems } = opened
    const shows = (shown: string): Promise<void> => page.getByText(shown).first().waitFor()

    await page.goto(link)
    await page.getByRole('button', { name: text('invitation.submit') }).waitFor()
    await look(opened, 'accept-invitation', variant)
    await page.goto(url('/verify-email?token=unknown'))
    await shows(text('verify.refused'))
    await look(opened, 'verify-email', variant)
    await page.goto(url('/reset-password?token=unknown'))
    await page.getByLabel(text('reset.password'), { exact: true }).waitFor()
    await look(opened, 'reset-password', variant)
    await page.goto(url('/login'))
    await logIn(opened, { email, password })
    await shows(text('signIn.workspaces'))
    await look(opened, 'choose-workspace', variant)
    expect(problems).toEqual([])
  })

  it.each(variants)('shows second factors and unknown pages ($language, $theme)', async (variant) => {
    const { language, theme } = variant
    const owner = await newSalon(scheduling, language, names[language][0])
    const opened = await openConsole(language, { theme })
    const { page, text, url, problems } = opened
    await openAs(opened, owner, '/account')
    await page.getByRole('button', { name: text('factors.addTotp') }).click()
    await page.getByLabel(text('totp.code')).waitFor()
    await look(opened, 'account-totp', variant)
    const form = page.getByRole('form', { name: text('factors.addTotp') })
    const [secret = ''] = /[A-Z2-7]{16,}/.exec((await form.textContent()) ?? '') ?? []
    await form.getByLabel(text('totp.code')).fill(codeOf(secret))
    await form.getByRole('button', { name: text('totp.confirm') }).click()
    await page.getByRole('list', { name: text('codes.title') }).waitFor()
    await page.getByRole('button', { name: text('factors.remove'), exact: true }).waitFor()
    await look(opened, 'account-codes', variant)
    await page.goto(url('/account'))
    await page.getByRole('button', { name: text('factors.addPhone') }).click()
    await page.getByRole('form', { name: text('factors.addPhone') }).waitFor()
    await look(opened, 'account-phone', variant)
    await page.goto(url('/nowhere'))
    await page.getByText(text('state.unknownPage')).waitFor()
    await look(opened, 'unknown-page', variant)

    const second = await openConsole(language, { theme })
    await second.page.goto(second.url('/login'))
    await logIn(second, owner)
    await second.page.getByText(text('factor.title')).first().waitFor()
    await look(second, 'second-factor', variant)
    expect([...problems, ...second.problems]).toEqual([])
  })
})
