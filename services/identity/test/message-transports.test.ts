import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import { eventually } from '@wp/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ownIdentity } from './own-identity.ts'
import type { OwnIdentity } from './own-identity.ts'

type Sms = { path: string; authorization: string | undefined; fields: Record<string, string> }

const mails: string[] = []

const texts: Sms[] = []

let smsStatus = 201
let smsBody = '{}'

/** While true, the mail server accepts connections but sends no greeting. */
let isMailSilent = false

const silent: Socket[] = []

/** A minimal SMTP server that accepts emails. */
const smtp = createServer((socket) => {
  if (isMailSilent) return void silent.push(socket)
  let data: string | null = null
  socket.write('220 mail.test ESMTP\r\n')
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    if (data !== null) {
      data += chunk
      if (!data.endsWith('\r\n.\r\n')) return
      mails.push(data)
      data = null
      socket.write('250 accepted\r\n')
    } else if (/^DATA/i.test(chunk)) {
      data = ''
      socket.write('354 continue\r\n')
    } else if (/^QUIT/i.test(chunk)) socket.end('221 bye\r\n')
    else socket.write('250 ok\r\n')
  })
})

const provider = createHttpServer((request, response) => {
  let body = ''
  request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
  request.on('end', () => {
    const fields = Object.fromEntries(new URLSearchParams(body))
    texts.push({ path: request.url!, authorization: request.headers.authorization, fields })
    response.writeHead(smsStatus).end(smsBody)
  })
})

const listen = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

let own: OwnIdentity

beforeAll(async () => {
  own = await ownIdentity({
    NODE_ENV: 'production',
    PASSWORD_HASH_MEMORY_KIB: '19456',
    SMTP_URL: `smtp://127.0.0.1:${await listen(smtp)}`,
    MAIL_FROM: 'hello@platform.example',
    TWILIO_API_URL: `http://127.0.0.1:${await listen(provider)}`,
    TWILIO_ACCOUNT_SID: 'AC123',
    TWILIO_AUTH_TOKEN: 'provider-secret',
    TWILIO_FROM: '+14155550199',
  })
})

beforeEach(() => {
  texts.length = 0
})

afterAll(async () => {
  await own.stop()
  smtp.close()
  provider.close()
})

describe('PASSWORD_HASH_MEMORY_KIB', () => {
  it('rejects values below the OWASP minimum in production', async () => {
    const start = ownIdentity({ NODE_ENV: 'production', PASSWORD_HASH_MEMORY_KIB: '19455' })
    await expect(start).rejects.toThrow('PASSWORD_HASH_MEMORY_KIB: must be at least 19456 in production')
  })
})

describe('BOOTSTRAP_TOKEN', () => {
  it('rejects a short token in production', async () => {
    const production = { NODE_ENV: 'production', PASSWORD_HASH_MEMORY_KIB: '19456' }
    const start = ownIdentity({ ...production, BOOTSTRAP_TOKEN: 'x'.repeat(15) })
    await expect(start).rejects.toThrow('BOOTSTRAP_TOKEN: must have at least 16 characters in production')
  })
})

describe('deliver-email and deliver-sms jobs', () => {
  it('sends an email with its token over SMTP', async () => {
    const { email } = await own.signUp()
    await own.visitor.forgetPassword({ email })
    const mail = await eventually(() => {
      const [found] = mails.filter((text) => text.includes(email) && text.includes('Reset your password'))
      if (!found) throw new Error('no email yet')
      return found
    })
    expect(mail).toContain('From: hello@platform.example')
    expect(mail).toContain('Subject: Reset your password')
    const token = /token:\s+([\w=\r\n-]{43,})/
      .exec(mail)?.[1]
      ?.replaceAll(/=\r\n|\s/g, '')
      .slice(0, 43)
    expect(
      (await own.visitor.resetPassword({ body: { token: token!, password: 'another-horse-2' } })).status,
    ).toBe(200)
  })

  it("sends an SMS through the provider's API and retries after a failure", async () => {
    const { api } = await own.signUp()
    smsStatus = 503
    const { challengeId } = (await api.startPhone({})).body
    await eventually(() => expect(texts).toHaveLength(1))
    smsStatus = 201
    const sent = await eventually(async () => {
      await own.advance(1_000)
      expect(texts).toHaveLength(2)
      return texts[1]!
    })
    expect(sent.path).toBe('/2010-04-01/Accounts/AC123/Messages.json')
    expect(sent.authorization).toBe(`Basic ${Buffer.from('AC123:provider-secret').toString('base64')}`)
    expect(sent.fields).toMatchObject({ To: '+14155550123', From: '+14155550199' })
    const [code] = /\d{6}/.exec(sent.fields['Body']!)!
    expect((await api.verifyPhone({ challengeId, code })).status).toBe(200)
  })

  it('resends an SMS that the provider accepted but could not send', async () => {
    const { api } = await own.signUp()
    smsBody = JSON.stringify({ sid: 'SM1', status: 'failed', error_code: 30_007 })
    await api.startPhone({})
    await eventually(() => expect(texts).toHaveLength(1))
    smsBody = JSON.stringify({ sid: 'SM2', status: 'queued', error_code: null })
    await eventually(async () => {
      await own.advance(1_000)
      expect(texts).toHaveLength(2)
    })
  })

  it('sends an SMS while the mail server does not respond', async () => {
    isMailSilent = true
    try {
      const { api } = await own.signUp()
      await eventually(() => expect(silent).toHaveLength(1))
      await api.startPhone({})
      await eventually(() => expect(texts).toHaveLength(1))
      expect(silent[0]!.destroyed).toBe(false)
    } finally {
      isMailSilent = false
      for (const socket of silent) socket.destroy()
    }
  })
})

describe('identity in production', () => {
  it('has no development outbox and sets HTTPS-only cookies', async () => {
    expect((await fetch(`${own.running.url}/dev/outbox`)).status).toBe(404)
    const { email } = await own.signUp()
    const { headers } = await own.visitor.login({ email, password: 'correct-horse-1' })
    expect(headers.get('set-cookie')).toContain('Secure')
  })

  it('logs no passwords, codes or provider secrets', async () => {
    const { api, email } = await own.signUp()
    await own.visitor.login({ email, password: 'correct-horse-1' })
    await api.startPhone({})
    const [code] = await eventually(() => /\d{6}/.exec(texts[0]!.fields['Body']!)!)
    const logs = own.running.logLines.join('\n')
    expect(logs).toContain('"service":"identity"')
    for (const secret of ['correct-horse-1', 'provider-secret', code]) expect(logs).not.toContain(secret)
  })
})
