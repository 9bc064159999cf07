import { newId } from '@wp/kernel'
import type { Clock, Id } from '@wp/kernel'
import type { Logger } from '@wp/telemetry'
import type { Sealer } from '../keys/sealing.ts'
import type { MessageStore, StoredMessage } from './message.store.ts'

export type Message = {
  key?: string
  workspaceId?: Id | null
  channel: 'email' | 'sms'
  to: string
  subject?: string | null
  text: string
  /** Shown by the development outbox, so that nobody has to cut it out of the text. */
  code?: string
  token?: string
}

/** A way out of the platform for one channel; throws when the other side does not take the message. */
export type Carrier = (message: { to: string; subject: string | null; text: string }) => Promise<void>

type Content = { text: string; code: string | null; token: string | null }

const claimMs = 60_000
const retryAfterMs = [1_000, 5_000, 30_000, 120_000, 600_000]

type Parts = {
  messages: MessageStore
  sealer: Sealer
  clock: Clock
  logger: Logger
  carriers: { email: Carrier | null; sms: Carrier | null }
  /** Keeps what was sent readable, for the development outbox. */
  keepsText: boolean
}

/** Mail and SMS leave the platform here: queued in the transaction that asks for them, sent at least once after it. */
export const mailbox = ({ messages, sealer, clock, logger, carriers, keepsText }: Parts) => {
  const bindingOf = (id: Id) => `message/${id}`

  const contentOf = ({ id, sealed }: StoredMessage): Content | null =>
    sealed ? (JSON.parse(sealer.open(sealed, bindingOf(id)).text) as Content) : null

  const send = async (message: StoredMessage): Promise<void> => {
    const content = contentOf(message)
    const carrier = carriers[message.channel]
    if (carrier && content) await carrier({ ...message, text: content.text })
    else if (!carrier && !keepsText)
      logger.error({ channel: message.channel }, 'a message was dropped: no carrier is configured for it')
    await messages.markSent(message.id, keepsText)
  }

  /** One message at most; false when none was due. */
  const sendNext = async (): Promise<boolean> => {
    const now = clock.now()
    const message = await messages.claim(now, new Date(now.getTime() + claimMs))
    if (!message) return false
    await send(message).catch(async (error: unknown) => {
      const wait = retryAfterMs[message.tries - 1]
      logger.warn({ err: error, messageId: message.id, tries: message.tries }, 'a message could not be sent')
      if (wait === undefined) await messages.giveUp(message.id)
      else await messages.retryAt(message.id, new Date(clock.now().getTime() + wait))
    })
    return true
  }

  return {
    /** Gives the id of the message; the same key gives the first one again. */
    queue: async (message: Message): Promise<Id> => {
      const known = message.key === undefined ? null : await messages.findByKey(message.key)
      if (known) return known.id
      const id = newId()
      const content: Content = {
        text: message.text,
        code: message.code ?? null,
        token: message.token ?? null,
      }
      await messages.insert({
        id,
        key: message.key ?? id,
        workspaceId: message.workspaceId ?? null,
        channel: message.channel,
        to: message.to,
        subject: message.subject ?? null,
        sealed: sealer.seal(JSON.stringify(content), bindingOf(id)),
        status: 'queued',
        tries: 0,
        dueAt: clock.now(),
      })
      return id
    },

    sendDue: async (signal: AbortSignal): Promise<void> => {
      while (!signal.aborted && (await sendNext())) continue
    },

    newest: async (to: string | undefined, limit: number) =>
      (await messages.newest(to, limit)).map((message) => ({
        ...message,
        ...(contentOf(message) ?? { text: '', code: null, token: null }),
      })),
  }
}
export type Mailbox = ReturnType<typeof mailbox>
