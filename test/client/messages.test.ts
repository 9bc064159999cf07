import { createPlatformClient } from '@workspace-platform/client'
import { identity } from '@workspace-platform/client/identity'
import { pos } from '@workspace-platform/client/pos'
import { scheduling } from '@workspace-platform/client/scheduling'
import * as contract from '@wp/identity/contract'
import { eventually, newWorkspace, platform, uniqueName, visitorApi } from '@wp/testing'
import { describe, expect, it } from 'vitest'

const minuteMs = 60_000
const minutesBefore = 5

const openSalon = async () => {
  const { workspaceId, token } = await newWorkspace({}, { name: 'Nour' })
  const owner = createPlatformClient({
    url: platform().gatewayUrl,
    session: { token, refreshToken: null, workspaceId },
  })
  await owner.use(identity).updateWorkspace({
    body: {
      business: { displayName: 'Nour Salon', email: 'hello@nour.example', brandColor: '#7a1fa2' },
      languages: ['en', 'ar'],
      settings: { reminders: [minutesBefore], currencyCode: 'EGP' },
    },
  })
  const { service } = await owner.use(scheduling).createService({
    body: { name: 'Haircut', scope: 'sessions', durationMinutes: 30, price: 40 },
  })
  return { owner, service }
}

type Salon = Awaited<ReturnType<typeof openSalon>>

/** Returns a start time whose reminder is due soon, but not before even a slow booking is complete. */
const startSoon = () => {
  const at = new Date(Math.ceil((Date.now() + minuteMs / 2) / minuteMs) * minuteMs + minutesBefore * minuteMs)
  return { date: at.toISOString().slice(0, 10), startTime: at.toISOString().slice(11, 16) }
}

const newCustomer = async ({ owner }: Salon, language: string) => {
  const email = `${uniqueName('customer')}@shop.example`
  const { client } = await owner
    .use(scheduling)
    .createClient({ body: { name: language === 'ar' ? 'سارة' : 'Sara', email, language } })
  /** Waits for the emails to the customer, oldest first. */
  const mails = (count: number) =>
    eventually(
      async () => {
        const { messages } = await owner.use(identity).listOutbox({ query: { to: email } })
        expect(messages).toHaveLength(count)
        return messages.toReversed()
      },
      { withinMs: 300_000, everyMs: 1000 },
    )
  return { client, mails }
}

const subjects = {
  en: [
    /^Your booking at Nour Salon on /,
    /^Reminder: .* at Nour Salon$/,
    /^Your booking at Nour Salon has changed$/,
    /^Your booking at Nour Salon was cancelled$/,
    /^Invoice \d+ from Nour Salon$/,
  ],
  ar: [/^موعدك لدى Nour Salon يوم /, /^تذكير: /, /^تغيّر موعدك/, /^أُلغي موعدك/, /^فاتورة \d+ من Nour Salon$/],
}

describe('a customer of a salon', () => {
  it(
    'receives an email for a booking, its reminder, its change and its cancellation, and an invoice, in two languages',
    { timeout: 900_000 },
    async () => {
      const salon = await openSalon()
      const { owner, service } = salon
      const visit = async (language: 'en' | 'ar') => {
        const { client, mails } = await newCustomer(salon, language)
        const desk = owner.use(scheduling)
        const booking = { name: 'Visit', clientId: client.id, serviceIds: [service.id], ...startSoon() }
        const { session } = await desk.createSession({ body: booking })
        await mails(2)
        const params = { sessionId: session.id }
        await desk.updateSession({ params, body: { date: '2999-03-10', startTime: '10:00' } })
        await mails(3)
        await desk.setSessionStatus({ params, body: { status: 'cancelled' } })
        await mails(4)

        const till = owner.use(pos)
        const opened = await till.openTillSession({ body: { register: uniqueName('r'), openingFloat: 0 } })
        const { invoice } = await till.createInvoice({
          body: {
            sessionId: opened.session.id,
            clientId: client.id,
            items: [{ name: 'Shampoo', quantity: 2, unitPrice: 20 }],
          },
        })
        await till.finalizeInvoice({ params: { invoiceId: invoice.id } })
        await till.sendInvoice({ params: { invoiceId: invoice.id }, body: {} })
        return mails(5)
      }
      const [english, arabic] = await Promise.all([visit('en'), visit('ar')])
      for (const [language, mails] of [
        ['en', english],
        ['ar', arabic],
      ] as const) {
        for (const [at, subject] of subjects[language].entries()) {
          expect(mails[at]!.subject).toMatch(subject)
          expect(mails[at]!.html).toContain(`<html lang="${language}"`)
          expect(mails[at]!.html).toContain('background:#7a1fa2')
          expect(mails[at]!.text).toContain('/v1/public/message-opt-outs/')
        }
        expect(mails[4]!.text).toContain('Shampoo')
      }

      const visitor = visitorApi(contract)
      const params = { token: /\/message-opt-outs\/(\S+)/.exec(arabic[0]!.text)![1]! }
      expect((await visitor.getOptOut({ params })).body).toContain('dir="rtl"')
      const body = 'List-Unsubscribe=One-Click'
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      expect((await visitor.setOptOut.raw({ params, headers, body })).status).toBe(200)
      await eventually(async () => {
        const { messages } = await owner.use(identity).listMessages({ query: { status: 'sent' } })
        expect(messages).toHaveLength(10)
      })
    },
  )
})
