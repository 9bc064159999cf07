import { fixedClock, hashSecret, newId } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { overdueRanges } from '@wp/mongo'
import type { CustomerMessage } from '@wp/workspaces'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chooseOptOut } from '../src/customer-messages/opt-out.actions.ts'
import { sendCustomerMessage } from '../src/customer-messages/customer-message.actions.ts'
import { RecipientRejected } from '../src/messages/message-transport.actions.ts'
import type { OutgoingMessage } from '../src/messages/message-transport.actions.ts'
import { deliverMessages, listNewestMessages, queueMessage } from '../src/messages/message.actions.ts'
import { messageCollection } from '../src/messages/message.store.ts'
import { ownDeps } from './own-deps.ts'
import type { OwnDeps } from './own-deps.ts'

let own: OwnDeps
beforeAll(async () => {
  own = await ownDeps()
})
afterAll(() => own?.close())

const { signal } = new AbortController()

const newMessage = (changes: Partial<CustomerMessage> = {}): CustomerMessage => ({
  type: 'booking.confirmed',
  recordId: newId(),
  version: '1',
  recipient: { name: 'Sara', email: `${newId()}@customer.example`, phone: null, language: null },
  details: {
    kind: 'booking',
    date: '2027-03-10',
    startTime: '10:00',
    endTime: '11:00',
    services: ['Haircut'],
    staff: null,
  },
  expiresAt: null,
  ...changes,
})

/** Sends a message as the consumer does. */
const send = (workspaceId: Id, message: CustomerMessage, deps = own.deps) =>
  own.db.transaction(() => sendCustomerMessage(deps, workspaceId, message))

const logOf = async (workspaceId: Id) =>
  (await own.deps.customerMessages.list(workspaceId, { page: 1, limit: 100 })).items

const outboxOf = ({ recipient }: CustomerMessage) => listNewestMessages(own.deps, recipient.email!, 100)

const deliver = (deps = own.deps) => deliverMessages(deps, 'email', 'customers', signal)

const optOutTokenOf = async (message: CustomerMessage) =>
  /message-opt-outs\/(\S+)/.exec((await outboxOf(message))[0]!.text)![1]!

/** Returns deps whose mail server records emails, or rejects them. */
const withMailServer = (reject?: () => Error) => {
  const mails: OutgoingMessage[] = []
  const email = async (mail: OutgoingMessage) => {
    if (reject) throw reject()
    mails.push(mail)
  }
  return { mails, deps: { ...own.deps, transports: { email, sms: null } } }
}

describe('a message about an online booking', () => {
  it('contains a link whose token proves the address, and only the hash of the token is stored', async () => {
    const { workspaceId } = await own.newOwner()
    const message = newMessage({ expiresAt: '2999-03-10T10:00:00.000Z' })
    const link = 'https://api.example/book/@w/bookings/1'
    await send(workspaceId, { ...message, details: { ...message.details, link } as never })
    await deliver()
    const [mail] = await outboxOf(message)
    const token = /bookings\/1\?token=([\w-]{43})/.exec(mail!.text)![1]!
    const { messageLinks } = own.deps
    expect(await messageLinks.find(hashSecret(token), new Date())).toMatchObject({
      workspaceId,
      recordId: message.recordId,
      type: 'booking.confirmed',
      channel: 'email',
      recipient: message.recipient.email,
      expiresAt: new Date('2999-04-09T10:00:00.000Z'),
    })
    expect(await messageLinks.find(token, new Date())).toBeNull()
  })

  it('contains no line about a link when the booking was made by the staff', async () => {
    const { workspaceId } = await own.newOwner()
    const message = newMessage()
    await send(workspaceId, message)
    await deliver()
    const [mail] = await outboxOf(message)
    expect(mail!.text).toContain('your booking is confirmed')
    expect(mail!.text).not.toContain('online')
  })
})

describe('sendCustomerMessage', () => {
  it("queues an email in the workspace's language and logs it", async () => {
    const { workspaceId } = await own.newOwner()
    const message = newMessage()
    await send(workspaceId, message)
    const [entry] = await logOf(workspaceId)
    expect(entry).toMatchObject({
      type: 'booking.confirmed',
      channel: 'email',
      recipient: message.recipient.email,
      language: 'en',
      status: 'queued',
      recordId: message.recordId,
    })
    await deliver()
    expect(await logOf(workspaceId)).toMatchObject([{ status: 'sent', sentAt: expect.any(Date) as Date }])
    const [mail] = await outboxOf(message)
    expect(mail).toMatchObject({ subject: 'Your booking at Shop on Wednesday, March 10, 2027' })
    expect(mail!.text).toContain(
      'Hello Sara,\n\nyour booking is confirmed:\n\nHaircut\nWednesday, March 10, 2027, 10:00\n',
    )
    expect(mail!.text).not.toContain('With')
    expect(mail!.html).toContain('<bdi>Haircut</bdi>')
  })

  it('sends a message once, even when several replicas request it repeatedly', async () => {
    const { workspaceId } = await own.newOwner()
    const message = newMessage()
    await Promise.allSettled(Array.from({ length: 5 }, () => send(workspaceId, message)))
    await send(workspaceId, message)
    expect(await logOf(workspaceId)).toHaveLength(1)
    expect(await outboxOf(message)).toHaveLength(1)
    await send(workspaceId, { ...message, version: '2' })
    await send(workspaceId, { ...message, type: 'booking.cancelled' })
    expect(await outboxOf(message)).toHaveLength(3)
  })

  it("writes in the recipient's language if the workspace uses it", async () => {
    const { workspaceId } = await own.newOwner()
    await own.deps.workspaces.update(workspaceId, { languages: ['de', 'ar'], 'business.displayName': 'نور' })
    const arabic = newMessage()
    await send(workspaceId, { ...arabic, recipient: { ...arabic.recipient, language: 'ar' } })
    const french = newMessage()
    await send(workspaceId, { ...french, recipient: { ...french.recipient, language: 'fr' } })
    const [mail] = await outboxOf(arabic)
    expect(mail!.subject).toContain('موعدك لدى نور')
    expect(mail!.html).toContain('dir="rtl"')
    expect((await outboxOf(french))[0]!.text).toContain('Guten Tag Sara')
  })

  it('uses the texts and channels of the template, and sends nothing when it is disabled', async () => {
    const { workspaceId } = await own.newOwner()
    await own.deps.workspaces.update(workspaceId, { 'business.address': { countryCode: 'EG' } })
    const { messageTemplates } = own.deps
    const texts = { en: { subject: 'See you', body: 'Dear {{customer.name}}', sms: null } }
    await messageTemplates.replace(workspaceId, 'booking.confirmed', {
      isEnabled: true,
      channels: ['email', 'sms'],
      texts,
    })
    const message = newMessage()
    await send(workspaceId, { ...message, recipient: { ...message.recipient, phone: '0100 123 4567' } })
    expect((await outboxOf(message))[0]).toMatchObject({ subject: 'See you' })
    expect((await logOf(workspaceId)).map(({ channel }) => channel).toSorted()).toEqual(['email', 'sms'])
    const [sms] = await listNewestMessages(own.deps, '+201001234567', 1)
    const sentence = 'Shop: your booking on Wednesday, March 10, 2027 at 10:00 is confirmed.'
    expect(sms!.text).toMatch(
      /^.*\nStop messages from this business\nhttp\S+\/v1\/public\/message-opt-outs\/\S+$/,
    )
    expect(sms!.text.split('\n')[0]).toBe(sentence)
    const second = newMessage()
    await send(workspaceId, { ...second, recipient: { ...message.recipient, phone: '0100 123 4567' } })
    expect((await listNewestMessages(own.deps, '+201001234567', 1))[0]!.text).toBe(sentence)
    await messageTemplates.replace(workspaceId, 'booking.confirmed', {
      isEnabled: false,
      channels: ['email'],
      texts,
    })
    const other = newMessage()
    await send(workspaceId, other)
    expect(await outboxOf(other)).toEqual([])
  })

  it('removes links and markup that strangers could smuggle into an email through their name', async () => {
    const { workspaceId } = await own.newOwner()
    const message = newMessage()
    const name = 'Win now: https://evil.example\r\nBcc: all@shop.example <script>'
    await send(workspaceId, { ...message, recipient: { ...message.recipient, name } })
    const [mail] = await outboxOf(message)
    expect(mail!.text).toContain('Hello Win now https evil example Bcc all shop example script,')
    expect(mail!.html).not.toContain('<script')
  })

  it('skips a message about a booking that has started, even if it was already queued', async () => {
    const { workspaceId } = await own.newOwner()
    const now = own.clock.now().getTime()
    const late = newMessage({ expiresAt: new Date(now - 1).toISOString() })
    await send(workspaceId, late)
    const waiting = newMessage({ expiresAt: new Date(now + 1000).toISOString() })
    await send(workspaceId, waiting)
    own.clock.advance(2000)
    const { deps, mails } = withMailServer()
    await deliver(deps)
    expect(mails.filter(({ to }) => to === waiting.recipient.email)).toEqual([])
    expect(await logOf(workspaceId)).toMatchObject([
      { status: 'skipped', reason: 'too-late' },
      { status: 'skipped', reason: 'too-late' },
    ])
  })

  it('does nothing for an unknown workspace or an invalid address', async () => {
    await send(newId(), newMessage())
    const { workspaceId } = await own.newOwner()
    await send(
      workspaceId,
      newMessage({ recipient: { name: null, email: 'x', phone: null, language: null } }),
    )
    expect(await logOf(workspaceId)).toEqual([])
  })
})

describe('chooseOptOut', () => {
  it('stops later messages of the workspace to the address, but not those of other workspaces, until they are resumed', async () => {
    const { workspaceId } = await own.newOwner()
    const message = newMessage()
    await send(workspaceId, message)
    const token = await optOutTokenOf(message)
    expect(await chooseOptOut(own.deps, token, 'List-Unsubscribe=One-Click')).toMatchObject({
      isOptedOut: true,
    })
    await send(workspaceId, { ...message, version: '2' })
    expect((await logOf(workspaceId))[0]).toMatchObject({ status: 'skipped', reason: 'opted-out' })
    const other = await own.newOwner()
    await send(other.workspaceId, message)
    expect(await logOf(other.workspaceId)).toMatchObject([{ status: 'queued' }])
    expect(await chooseOptOut(own.deps, token, 'choice=resume')).toMatchObject({ isOptedOut: false })
    await send(workspaceId, { ...message, version: '3' })
    expect((await logOf(workspaceId))[0]).toMatchObject({ status: 'queued' })
  })
})

describe('deliverMessages', () => {
  it("sends emails with the business's name and reply address, and headers for unsubscribing", async () => {
    const { workspaceId } = await own.newOwner()
    await own.deps.workspaces.update(workspaceId, { 'business.email': 'hello@nour.example' })
    const message = newMessage()
    await send(workspaceId, message)
    const { deps, mails } = withMailServer()
    await deliver(deps)
    const mail = mails.find(({ to }) => to === message.recipient.email)
    expect(mail).toMatchObject({ fromName: 'Shop', replyTo: 'hello@nour.example' })
    expect(mail!.unsubscribeUrl).toContain('/v1/public/message-opt-outs/')
  })

  it('records a rejected address immediately and sends nothing more to it', async () => {
    const { workspaceId } = await own.newOwner()
    const message = newMessage()
    await send(workspaceId, message)
    const { deps } = withMailServer(() => new RecipientRejected('no such user'))
    await deliver(deps)
    expect(await logOf(workspaceId)).toMatchObject([{ status: 'bounced', sentAt: null }])
    await send(workspaceId, { ...message, version: '2' })
    expect((await logOf(workspaceId))[0]).toMatchObject({ status: 'skipped', reason: 'bounced' })
  })

  it('retries after other failures, five times at most', async () => {
    const { workspaceId } = await own.newOwner()
    await send(workspaceId, newMessage())
    const { deps } = withMailServer(() => new Error('server is down'))
    for (let attempt = 0; attempt < 6; attempt++) {
      await deliver(deps)
      own.clock.advance(600_000)
    }
    expect(await logOf(workspaceId)).toMatchObject([{ status: 'failed' }])
  })

  it("spreads a workspace's messages, so that they do not delay other workspaces' messages or those to members", async () => {
    const [busy, quiet] = [await own.newOwner(), await own.newOwner()]
    const deps = { ...own.deps, messagePace: { perMinute: 2 } }
    for (let count = 0; count < 5; count++) await send(busy.workspaceId, newMessage(), deps)
    await send(quiet.workspaceId, newMessage(), deps)
    const to = `${newId()}@member.example`
    await own.db.transaction(() => queueMessage(deps, { channel: 'email', to, text: 'Hi' }))
    const counts = async () => {
      const all = [...(await logOf(busy.workspaceId)), ...(await logOf(quiet.workspaceId))]
      return all.filter(({ status }) => status === 'sent').length
    }
    await deliver(deps)
    expect(await counts()).toBe(3)
    const server = withMailServer()
    await deliverMessages(server.deps, 'email', null, signal)
    expect(server.mails.some((mail) => mail.to === to)).toBe(true)
    own.clock.advance(60_000)
    await deliver(deps)
    expect(await counts()).toBe(5)
    own.clock.advance(30_000)
    await deliver(deps)
    expect(await counts()).toBe(6)
  })

  it('reads only due messages from the database, even if many are waiting', async () => {
    const { workspaceId } = await own.newOwner()
    const deps = { ...own.deps, messagePace: { perMinute: 1 } }
    for (let count = 0; count < 30; count++) await send(workspaceId, newMessage(), deps)
    await deliver(deps)
    const queued = own.db.global(messageCollection)()
    const queue = { channel: 'email', queue: 'customers', status: 'queued' } as const
    expect(await queued.count(queue)).toBeGreaterThan(20)
    for (const range of overdueRanges('dueAt', own.clock.now(), 86_400_000))
      expect(await queued.explain({ ...queue, ...range }, { sort: { dueAt: 1 } })).toMatchObject({
        returned: 0,
        docsExamined: 0,
      })
  })

  it('sends a message whose due time was set by a clock that was far ahead, and those after it', async () => {
    const { workspaceId } = await own.newOwner()
    const later = new Date(own.clock.now().getTime() + 40 * 86_400_000)
    const ahead = { ...own.deps, clock: fixedClock(later.toISOString()) }
    await send(workspaceId, newMessage(), ahead)
    await deliver()
    expect(await logOf(workspaceId)).toMatchObject([{ status: 'sent' }])
    await send(workspaceId, newMessage())
    await deliver()
    expect((await logOf(workspaceId)).map(({ status }) => status)).toEqual(['sent', 'sent'])
  })

  it('skips messages that would wait longer than a day', async () => {
    const { workspaceId } = await own.newOwner()
    const deps = { ...own.deps, messagePace: { perMinute: 1 / 1440 } }
    for (let count = 0; count < 3; count++) await send(workspaceId, newMessage(), deps)
    expect((await logOf(workspaceId)).filter(({ reason }) => reason === 'limit')).toHaveLength(1)
  })
})
