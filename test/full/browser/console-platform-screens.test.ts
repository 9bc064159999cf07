import * as billing from '@wp/admin-billing/contract'
import * as identity from '@wp/identity/contract'
import * as scheduling from '@wp/scheduling/contract'
import { adminApi, eventually, newWorkspace, platform, textForm, uniqueName } from '@wp/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import { newDeadLetter, openAsAdmin } from './console-platform.ts'
import { newDomain, newSalon, openConsole } from './console.ts'
import type { ConsolePage, Language } from './console.ts'
import { enterAsOwner, inspect, testScreens, variants } from './console-looks.ts'
import type { Screen } from './console-looks.ts'

const names = ['Luxor Clinic', 'Nile Books', 'Giza Barbers', 'Aswan Spa', 'صالون نفرتيتي', 'Delta Labs']

const categories = [
  'medical-clinic',
  'retail',
  'barber',
  'spa-wellness',
  'beauty-salon',
  'medical-laboratory',
]

const mailboxes = ['hany', 'mona', 'tarek', 'salma', 'laila', 'omar']

let workspaceId = ''
let planId = ''

/** Fills every screen: workspaces in different states, payments, expenses, webhooks and a dead letter. */
beforeAll(async () => {
  const root = await adminApi(billing)
  const plans = (await root.listPlans({ query: { limit: 100 } })).body.plans
  planId = plans.find(({ slug }) => slug === 'pro')!.id
  for (const [index, name] of names.entries()) {
    const created = await newWorkspace(identity, {
      name,
      email: `${mailboxes[index]}@${newDomain()}`,
      planSlug: index % 2 ? 'basic' : 'pro',
      businessCategorySlug: categories[index]!,
    })
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
  for (const [index, days] of [56, 51, 46, 42, 37, 33, 28, 21, 12, 9, 5, 2].entries())
    await root.createPayment({
      workspaceId,
      ...(index % 3 === 0
        ? { type: 'sms', note: '2,000 messages' }
        : { type: 'storage', note: '50 GB for a year' }),
      amount: 180 + ((index * 35) % 110),
      paidAt: new Date(Date.now() - days * 86_400_000).toISOString(),
    })
  await root.createPlatformExpense({ category: 'Hosting', amount: 310, note: 'Servers' })
  await root.createPlatformExpense({ category: 'Email', amount: 24.5, note: 'Delivery of emails' })
  await fetch(`${platform().gatewayUrl}/v1/webhooks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'payment.settled', data: { amount: 4200, currency: 'USD' } }),
  })
  await newDeadLetter(workspaceId, 'till.reopened', 'The database did not answer within 5 s')
}, 120_000)

const screens = (_scene: null, text: ConsolePage['text']): Screen[] => [
  ['/platform', 'platform-dashboard', text('platform.periodBefore')],
  // Tests of other files fill the first page of these lists.
  [`/platform/workspaces?search=${names[0]}`, 'platform-workspaces', names[0]!],
  [`/platform/workspaces/${workspaceId}`, 'platform-workspace', 'Training'],
  [`/platform/workspaces/${workspaceId}?open=renew`, 'platform-renewal', text('platform.total')],
  ['/platform/payments', 'platform-payments', 'Luxor Clinic'],
  ['/platform/payments?open=new', 'platform-payment-form', text('platform.dayHint')],
  ['/platform/expenses', 'platform-expenses', 'Hosting'],
  ['/platform/plans', 'platform-plans', text('platform.unlimited')],
  [`/platform/plans/${planId}`, 'platform-plan', text('platform.featureHint')],
  ['/platform/categories', 'platform-categories', 'retail'],
  ['/platform/webhooks', 'platform-webhooks', 'application/json'],
  [
    '/platform/dead-letters',
    'platform-dead-letters',
    text('platform.eventName', {
      subject: text('platform.subject.audit'),
      verb: text('platform.verb.recorded'),
    }),
  ],
  ['/platform/admins', 'platform-admins', platform().admin.email],
  ['/platform/admins?open=new', 'platform-admin-form', text('platform.roleText.analyst')],
  [
    '/platform/audit?action=subscription.renewed',
    'platform-audit',
    text('activity.action.subscription.renewed'),
  ],
  ['/platform/health', 'platform-health', text('platform.healthy')],
]

const newBusySalon = async (language: Language) => {
  const [name, roleName] = language === 'ar' ? ['صالون نفرتيتي', 'مصففة'] : ['Nefertiti Salon', 'Stylist']
  const salon = await newSalon(scheduling, language, name)
  await salon.use(identity).createRole({ name: roleName, permissions: ['sessions.view'] })
  await salon.api.importClients({ body: textForm('name,email\nMona,mona@salon.example\nAli,no-email\n') })
  return salon
}

/** Side panels of these lists open by a click on their first row. */
const withPanel = ['platform-webhooks', 'platform-dead-letters']

describe('console for platform admins', { timeout: 300_000 }, () => {
  testScreens({
    prepare: () => Promise.resolve(null),
    enter: (opened) => openAsAdmin(opened, '/platform'),
    screens,
    onPhone: { 'platform-dashboard': 'platform-phone' },
    onLoaded: async ({ page }, name) => {
      if (!withPanel.includes(name)) return
      await page.locator('[data-row="0"]').click()
      await page.getByRole('complementary').getByRole('heading', { level: 3 }).first().waitFor()
    },
  })
})

describe('activity of a workspace', { timeout: 300_000 }, () => {
  it.each(variants)('has no serious accessibility findings ($language, $theme)', async (variant) => {
    const opened = await openConsole(variant.language, { theme: variant.theme })
    const { page, text, url, problems } = opened
    await enterAsOwner(opened, await newBusySalon(variant.language))
    for (const [path, name, shows] of [
      ['/activity', 'jobs', text('activity.jobStatus.done')],
      ['/activity?view=audit', 'audit', text('activity.action.role.created')],
    ] as const) {
      await page.goto(url(path))
      await page.getByRole('row').getByText(shows).first().click()
      await page.getByRole('complementary').waitFor()
      await inspect(page, `activity-${name}`, variant)
    }
    expect(problems).toEqual([])
  })
})
