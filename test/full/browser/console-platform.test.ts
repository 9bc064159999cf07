import * as billing from '@wp/admin-billing/contract'
import * as identity from '@wp/identity/contract'
import { adminApi, eventually, newWorkspace, uniqueName } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import { newDeadLetter, openAsAdmin } from './console-platform.ts'
import {
  codeOf,
  expectAccessible,
  languages,
  logIn,
  newDomain,
  newSalon,
  openAs,
  openConsole,
} from './console.ts'
import type { ConsolePage } from './console.ts'

/** Adds an authenticator app in My account, then logs in with it. */
const enrolAndLogInAgain = async (
  opened: ConsolePage,
  person: { email: string; password: string },
): Promise<void> => {
  const { page, text, url } = opened
  await page.goto(url('/account'))
  await page.getByRole('button', { name: text('factors.addTotp') }).click()
  const form = page.getByRole('form', { name: text('factors.addTotp') })
  const [secret = ''] = /[A-Z2-7]{16,}/.exec((await form.textContent()) ?? '') ?? []
  await form.getByLabel(text('totp.code')).fill(codeOf(secret))
  await form.getByRole('button', { name: text('totp.confirm') }).click()
  await page.getByText(text('factors.totp'), { exact: true }).waitFor()
  await page.goto(url('/platform/health'))
  await page.getByRole('button', { name: text('role.admin') }).click()
  await page.getByRole('menuitem', { name: text('account.logOut') }).click()
  await page.getByText(text('signIn.adminText')).waitFor()
  await logIn(opened, person)
  await page.getByLabel(text('factor.code')).fill(codeOf(secret, 1))
  await page.getByRole('button', { name: text('factor.submit') }).click()
  await page.getByText(text('platform.healthy')).waitFor()
}

describe('the platform area of the console', { timeout: 300_000 }, () => {
  it.each(languages)(
    'finds a workspace, quotes and renews it, and the dashboard moves (%s)',
    async (language) => {
      const name = uniqueName('Abydos Pharmacy ')
      const { workspaceId } = await newWorkspace(identity, { name, planSlug: 'free' })
      const root = await adminApi(billing)
      const opened = await openConsole(language)
      const { page, text, problems } = opened
      await openAsAdmin(opened, '/platform')
      const revenue = page.getByRole('region', { name: text('platform.monthlyRevenue') })
      const payments = page.getByRole('region', { name: text('platform.payments'), exact: true })
      await revenue.getByText('USD').waitFor()
      const before = await payments.textContent()
      await expectAccessible(page)

      await page
        .getByRole('link', { name: text('area.workspaces') })
        .first()
        .click()
      await page.getByRole('searchbox').fill(name)
      await page.waitForURL(/search=/)
      await page.getByRole('row', { name }).click()
      await page.getByRole('heading', { name, level: 1 }).waitFor()

      await page.getByRole('button', { name: text('platform.changePlan') }).click()
      const plan = page.getByRole('form', { name: text('platform.changePlan') })
      const planName = language === 'ar' ? 'احترافي' : 'Pro'
      await plan.getByLabel(text('platform.plan')).selectOption({ label: planName })
      await plan.getByRole('button', { name: text('action.save') }).click()
      await plan.waitFor({ state: 'detached' })

      await page.getByRole('button', { name: text('platform.editSubscription') }).click()
      const subscription = page.getByRole('form', { name: text('platform.editSubscription') })
      await subscription.getByLabel(text('platform.discountPercent')).fill('150')
      await subscription.getByRole('button', { name: text('action.save') }).click()
      await subscription.locator('[aria-invalid="true"]').waitFor()
      await subscription.getByLabel(text('platform.discountPercent')).fill('10')
      await subscription.getByRole('button', { name: text('action.save') }).click()
      await subscription.waitFor({ state: 'detached' })

      await page.getByRole('button', { name: text('platform.addAddition') }).click()
      const addition = page.getByRole('form', { name: text('platform.addAddition') })
      await addition.getByLabel(text('platform.reason')).fill('Training')
      await addition.getByLabel(text('platform.quantity')).fill('2')
      await addition.getByLabel(text('platform.unitPrice')).fill('12.5')
      await addition.getByRole('button', { name: text('action.save') }).click()
      await addition.waitFor({ state: 'detached' })

      await page.getByRole('button', { name: text('platform.renew'), exact: true }).click()
      const renewal = page.getByRole('form', { name: text('platform.renewTitle') })
      await renewal.getByLabel(text('platform.period')).selectOption('quarterly')
      const quote = renewal.getByRole('region', { name: text('platform.quote') })
      await quote.getByText('Training').waitFor()
      await quote.getByText(planName).waitFor()
      await expectAccessible(page)
      const expected = (
        await root.getRenewalQuote({ params: { workspaceId }, query: { period: 'quarterly' } })
      ).body.quote
      await renewal.getByRole('button', { name: /USD/ }).click()
      await renewal.waitFor({ state: 'detached' })
      await page.getByText(text('platform.state.active'), { exact: true }).first().waitFor()
      const { payments: made } = (await root.listPayments({ query: { workspaceId } })).body
      expect(made.map(({ amount, type }) => [amount, type])).toEqual([[expected.total, 'subscription']])
      expect(expected.lines.map(({ kind }) => kind)).toEqual(['plan', 'discount', 'addition'])

      await page
        .getByRole('link', { name: text('area.dashboard') })
        .first()
        .click()
      await revenue.getByText('USD').waitFor()
      await eventually(async () => expect(await payments.textContent()).not.toBe(before))
      expect(problems).toEqual([])
    },
  )

  it.each(languages)('redelivers a dead letter and shows it in the audit log (%s)', async (language) => {
    const { workspaceId, api } = await newWorkspace(identity)
    const action = uniqueName('till.reopened-')
    const reason = `The database was down (${uniqueName('')})`
    await newDeadLetter(workspaceId, action, reason)
    const opened = await openConsole(language)
    const { page, text, url, problems } = opened
    await openAsAdmin(opened, '/platform/dead-letters')
    await page.getByRole('combobox', { name: text('platform.service') }).selectOption('identity')
    await page.getByRole('searchbox').fill(reason)
    await page
      .getByRole('row', {
        name: text('platform.eventName', {
          subject: text('platform.subject.audit'),
          verb: text('platform.verb.recorded'),
        }),
      })
      .click()
    const panel = page.getByRole('complementary', { name: text('platform.letter') })
    await panel.getByText(reason).waitFor()
    await panel.getByText('wp.pos.audit.recorded.v1').waitFor()
    await expectAccessible(page)
    await panel.getByRole('button', { name: text('platform.redrive') }).click()
    await page.getByText(text('platform.redriven')).waitFor()
    await page.getByText(text('list.notFound')).waitFor()
    await eventually(async () => {
      const { entries } = (await api.listWorkspaceAudit({ query: { action } })).body
      expect(entries).toHaveLength(1)
    })
    await page.goto(url('/platform/audit?action=dead-letter.redriven'))
    const redriven = text('activity.action.dead-letter.redriven')
    await page.getByRole('row', { name: redriven }).first().click()
    await page.getByRole('complementary', { name: redriven }).waitFor()
    await expectAccessible(page)
    expect(problems).toEqual([])
  })

  it.each(languages)('shows an analyst only the dashboard, and members nothing (%s)', async (language) => {
    const email = `mona@${newDomain()}`
    const password = 'correct-horse-battery-1'
    const opened = await openConsole(language)
    const { page, text } = opened
    await openAsAdmin(opened, '/platform/admins?open=new')
    const form = page.getByRole('form', { name: text('platform.addAdmin') })
    await form.getByLabel(text('platform.email')).fill(email)
    await form.getByLabel(text('platform.password'), { exact: true }).fill('short')
    await form.getByLabel(text('platform.roleText.admin')).uncheck()
    await form.getByRole('button', { name: text('platform.createAdmin') }).click()
    await form.getByText(text('platform.oneRole')).waitFor()
    await form.getByLabel(text('platform.roleText.analyst')).check()
    await form.getByRole('button', { name: text('platform.createAdmin') }).click()
    await form.getByText(text('field.atLeastCharacters', { limit: 12 })).waitFor()
    await form.getByLabel(text('platform.password'), { exact: true }).fill(password)
    await form.getByRole('button', { name: text('platform.createAdmin') }).click()
    await page.getByRole('row', { name: email }).waitFor()

    const analyst = await openConsole(language)
    await openAsAdmin(analyst, '/platform/workspaces', { email, password })
    await analyst.page.getByText(text('state.unknownPage')).waitFor()
    const links = analyst.page.getByRole('navigation', { name: text('app.areas') }).getByRole('link')
    expect(await links.allTextContents()).toEqual([text('area.dashboard'), text('area.health')])
    await links.first().click()
    await analyst.page.getByRole('region', { name: text('platform.totalBusinesses') }).waitFor()
    await links.last().click()
    await analyst.page.getByText(text('platform.healthy')).waitFor()
    await enrolAndLogInAgain(analyst, { email, password })

    const owner = await newSalon(identity, language, 'Nefertiti')
    const member = await openConsole(language)
    await openAs(member, owner, '/account')
    await member.page.goto(member.url('/platform/workspaces'))
    await member.page.getByText(text('state.unknownPage')).waitFor()
    expect([...opened.problems, ...analyst.problems, ...member.problems]).toEqual([])
  })

  it('logs admins out to their own login page, and shows members with a wrong login the error', async () => {
    const opened = await openConsole('en')
    const { page, text } = opened
    const owner = await newWorkspace(identity)
    await page.goto(opened.url('/platform'))
    await page.getByText(text('signIn.adminText')).waitFor()
    await logIn(opened, owner)
    await page.getByText(text('error.INVALID_CREDENTIALS')).waitFor()
    await openAsAdmin(opened, '/platform/plans')
    await page.getByRole('row', { name: 'Pro' }).waitFor()
    await page.getByRole('button', { name: text('role.admin') }).click()
    await page.getByRole('menuitem', { name: text('account.logOut') }).click()
    await page.getByText(text('signIn.adminText')).waitFor()
    expect(new URL(page.url()).searchParams.get('next')).toBe('/platform/plans')
  })
})
