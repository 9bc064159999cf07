import * as billing from '@wp/admin-billing/contract'
import * as identity from '@wp/identity/contract'
import * as scheduling from '@wp/scheduling/contract'
import { adminApi, eventually, newWorkspace, platform, textForm, uniqueName } from '@wp/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import { newDeadLetter, openAsAdmin } from './console-platform.ts'
import { expectAccessible, logIn, newSalon, openConsole, overflowOf } from './console.ts'
import type { ConsolePage, Language } from './console.ts'
import { takePicture } from './pictures.ts'

const names = ['Luxor Clinic', 'Nile Books', 'Giza Barbers', 'Aswan Spa', 'صالون نفرتيتي', 'Delta Labs']

let workspaceId = ''
let planId = ''

/** Fills every screen: workspaces in different states, payments, expenses, webhooks and a dead letter. */
beforeAll(async () => {
  const root = await adminApi(billing)
  const plans = (await root.listPlans({ query: { limit: 100 } })).body.plans
  planId = plans.find(({ slug }) => slug === 'pro')!.id
  for (const [index, name] of names.entries()) {
    const created = await newWorkspace(identity, { name, planSlug: index % 2 ? 'basic' : 'pro' })
    const params = { workspaceId: created.workspaceId }
    await eventually(async () => {
      const renewed = await root.renewSubscription({
        params,
        body: { period: index % 3 ? 'monthly' : 'annual' },
        headers: { 'idempotency-key': uniqueName('renewal-') },
      })
      if (renewed.status !== 201) throw new Error(`The workspace is not known yet: ${renewed.status}`)
    })
    if (index === 2)
      await root.updateSubscription({
        params,
        body: { subscriptionEndDate: new Date(Date.now() + 5 * 86_400_000).toISOString() },
      })
    if (index === 3)
      await root.updateSubscription({ params, body: { subscriptionEndDate: '2026-01-31T00:00:00Z' } })
    if (index > 0) continue
    workspaceId = created.workspaceId
    await root.createInvoiceAddition({
      params,
      body: { reason: 'Training', quantity: 2, unitPrice: 12.5 },
    })
    await root.createPayment({ ...params, type: 'sms', amount: 15, note: '1,000 messages' })
  }
  for (const [days, amount] of [40, 28, 21, 12, 9, 5, 2].map((each, index) => [each, 40 + index * 35]))
    await root.createPayment({
      workspaceId,
      type: 'storage',
      amount: amount!,
      paidAt: new Date(Date.now() - days! * 86_400_000).toISOString(),
    })
  await root.createPlatformExpense({ category: 'hosting', amount: 310, note: 'Servers' })
  await root.createPlatformExpense({ category: 'mail', amount: 24.5 })
  await fetch(`${platform().gatewayUrl}/v1/webhooks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'payment.settled', data: { amount: 4200, currency: 'USD' } }),
  })
  await newDeadLetter(workspaceId)
}, 120_000)

/** The screens with what is visible once they are loaded. */
const screens = (text: ConsolePage['text']): [path: string, name: string, shows: string][] => [
  ['/platform', 'dashboard', text('platform.periodBefore')],
  // Tests of other files fill the first page of these lists.
  [`/platform/workspaces?search=${names[0]}`, 'workspaces', names[0]!],
  [`/platform/workspaces/${workspaceId}`, 'workspace', 'Training'],
  [`/platform/workspaces/${workspaceId}?open=renew`, 'renewal', text('platform.total')],
  ['/platform/payments', 'payments', '1,000 messages'],
  ['/platform/payments?open=new', 'payment-form', text('platform.dayHint')],
  ['/platform/expenses', 'expenses', 'hosting'],
  ['/platform/plans', 'plans', 'Pro'],
  [`/platform/plans/${planId}`, 'plan', text('platform.featureHint')],
  ['/platform/categories', 'categories', 'retail'],
  ['/platform/webhooks', 'webhooks', 'application/json'],
  ['/platform/dead-letters', 'dead-letters', 'wp.pos.audit.recorded.v1'],
  ['/platform/admins', 'admins', platform().admin.email],
  ['/platform/admins?open=new', 'admin-form', text('platform.roleText.analyst')],
  ['/platform/audit?action=subscription.renewed', 'audit', text('activity.action.subscription.renewed')],
  ['/platform/health', 'health', text('platform.healthy')],
]

const settle = async ({ page }: ConsolePage): Promise<void> => {
  await page.waitForLoadState('networkidle')
  await page.evaluate('document.fonts.ready.then(() => undefined)')
}

const variants = (['en', 'ar'] as const).flatMap((language) =>
  (['light', 'dark'] as const).map((theme) => ({ language, theme })),
)

const newBusySalon = async (language: Language) => {
  const salon = await newSalon(scheduling, language, 'Nefertiti')
  await salon.use(identity).createRole({ name: 'Stylist', permissions: ['sessions.view'] })
  await salon.api.importClients({ body: textForm('name,email\nMona,mona@salon.example\nAli,no-email\n') })
  return salon
}

describe('console for platform admins', { timeout: 300_000 }, () => {
  it.each(variants)('has no serious accessibility findings ($language, $theme)', async (variant) => {
    const { language, theme } = variant
    const ending = `${language === 'ar' ? '-arabic' : ''}${theme === 'dark' ? '-dark' : ''}`
    const opened = await openConsole(language, { theme })
    const { page, text, url, problems } = opened
    await openAsAdmin(opened, '/platform')
    for (const [path, name, shows] of screens(text)) {
      await page.goto(url(path))
      await page.getByText(shows).filter({ visible: true }).first().waitFor()
      // Side panels of lists open by a click on the first row.
      if (name === 'webhooks' || name === 'dead-letters') {
        await page.getByText(shows).filter({ visible: true }).first().click()
        await page.getByRole('complementary').getByRole('heading', { level: 3 }).first().waitFor()
      }
      await settle(opened)
      await takePicture(page, `console/platform-${name}${ending}`)
      await expectAccessible(page)
    }

    const salon = await newBusySalon(language)
    const member = await openConsole(language, { theme })
    await member.page.goto(member.url('/login'))
    await logIn(member, salon)
    await member.page.getByRole('navigation').first().waitFor()
    for (const [path, name, shows] of [
      ['/activity', 'jobs', text('activity.jobStatus.done')],
      ['/activity?view=audit', 'audit', text('activity.action.role.created')],
    ] as const) {
      await member.page.goto(member.url(path))
      await member.page.getByRole('row').getByText(shows).first().click()
      await member.page.getByRole('complementary').waitFor()
      await settle(member)
      await takePicture(member.page, `console/activity-${name}${ending}`)
      await expectAccessible(member.page)
    }
    expect([...problems, ...member.problems]).toEqual([])
  })

  it.each(['en', 'ar'] as const)('fits on a phone and when zoomed to 200 percent (%s)', async (language) => {
    const opened = await openConsole(language, { width: 390, height: 780 })
    const { page, text, url } = opened
    await openAsAdmin(opened, '/platform')
    for (const [path, , shows] of screens(text)) {
      await page.goto(url(path))
      await page.getByText(shows).first().waitFor({ state: 'attached' })
      expect([path, await overflowOf(page)]).toEqual([path, 0])
      if (path !== '/platform') continue
      await settle(opened)
      await takePicture(page, `console/platform-phone${language === 'ar' ? '-arabic' : ''}`)
    }
    // A window of 1360 pixels at 200 % zoom.
    await page.setViewportSize({ width: 680, height: 400 })
    for (const [path] of screens(text)) {
      await page.goto(url(path))
      expect([path, await overflowOf(page)]).toEqual([path, 0])
    }
  })
})
