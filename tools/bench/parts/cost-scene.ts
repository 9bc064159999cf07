import { createHmac } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { newId } from '@wp/kernel'
import type { Platform } from '@wp/local-platform'

export type Owner = { email: string; token: string; refreshToken: string; workspaceId: string; body: object }

export const password = 'bench-password-1'
let phones = 0

/** Returns functions that create accounts and call services directly, without the gateway. */
export const openScene = ({ services }: Platform) => {
  /** Sends JSON to a service and returns the reply. */
  const call = async <Reply>(
    service: string,
    path: string,
    { method = 'POST', body, token }: { method?: string; body?: object; token?: string } = {},
  ): Promise<Reply> => {
    const reply = await fetch(`${services[service]![0]!.http}${path}`, {
      method,
      headers: {
        ...(body && !(body instanceof FormData) && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    })
    const text = await reply.text()
    if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status} ${text.slice(0, 300)}`)
    return (text === '' ? null : JSON.parse(text)) as Reply
  }

  const newSignup = async () => {
    const { plans } = await call<{ plans: { id: string; slug: string }[] }>(
      'admin-billing',
      '/public/plans',
      {
        method: 'GET',
      },
    )
    const { businessCategories } = await call<{ businessCategories: { slug: string }[] }>(
      'admin-billing',
      '/public/business-categories',
      { method: 'GET' },
    )
    phones += 1
    return {
      email: `${newId()}@${'shop.'.repeat(40)}example`,
      password,
      phone: `+1415555${String(1000 + phones)}`,
      planId: (plans.find(({ slug }) => slug === 'labs') ?? plans.at(-1)!).id,
      businessCategorySlug: businessCategories[0]!.slug,
      name: 'n'.repeat(200),
      slogan: 's'.repeat(500),
    }
  }

  const signUp = async (): Promise<Owner> => {
    const body = await newSignup()
    const reply = await call<{ token: string; refreshToken: string; workspace: { id: string } }>(
      'identity',
      '/signup',
      { body },
    )
    return { ...reply, email: body.email, workspaceId: reply.workspace.id, body }
  }

  const logIn = ({ email }: Owner) =>
    call<{ token: string; refreshToken: string; challenge: { id: string } }>('identity', '/auth/login', {
      body: { email, password },
    })

  /** Returns the newest message to an address, which is sent a little later. */
  const messageTo = async (to: string): Promise<{ token: string; code: string }> => {
    for (let attempt = 0; attempt < 100; attempt += 1) {
      const query = new URLSearchParams({ to }).toString()
      const { messages } = await call<{ messages: { token: string; code: string }[] }>(
        'identity',
        `/dev/outbox?${query}`,
        { method: 'GET' },
      )
      if (messages[0]) return messages[0]
      await delay(50)
    }
    throw new Error(`No message was sent to ${to}`)
  }

  /** Sets up an authenticator app and returns its id and the backup codes. */
  const enrolTotp = async ({ token }: { token: string }): Promise<{ methodId: string; codes: string[] }> => {
    const { methodId, secret } = await call<{ methodId: string; secret: string }>(
      'identity',
      '/workspace/mfa/totp/setup',
      { token },
    )
    const { backupCodes = [] } = await call<{ backupCodes?: string[] }>(
      'identity',
      '/workspace/mfa/totp/confirm',
      { token, body: { methodId, code: codeOf(secret) } },
    )
    return { methodId, codes: backupCodes }
  }

  return { call, newSignup, signUp, logIn, messageTo, enrolTotp }
}
export type Scene = ReturnType<typeof openScene>

/** Returns the current code of an authenticator app (RFC 6238). */
export const codeOf = (secret: string): string => {
  const bits = Array.from(secret, (letter) => base32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)))
  const hash = createHmac('sha1', key).update(counter).digest()
  const number = hash.readUInt32BE(hash.at(-1)! & 15) & 0x7f_ff_ff_ff
  return String(number % 1_000_000).padStart(6, '0')
}
const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
