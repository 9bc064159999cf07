import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { readConfig } from '@wp/config'
import { describe, expect, it, onTestFinished } from 'vitest'
import { identityConfig } from '../config.ts'
import { openTransports } from './message-transport.actions.ts'

describe('openTransports', () => {
  it('gives up on a mail server that accepts connections but sends no greeting', async () => {
    const silent = createServer()
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void silent.close())
    const config = readConfig(identityConfig, {
      SIGNING_KEYS: 'unused',
      ENCRYPTION_KEYS: 'unused',
      HMAC_KEY: 'unused',
      SMTP_URL: `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`,
    })
    const { email } = openTransports(config, 50)
    // The limits for the greeting and for a silent connection end at the same time; either can come first.
    await expect(email!({ id: 'a', to: 'a@shop.example', subject: null, text: 'Hi' })).rejects.toThrow(
      /^(Greeting never received|Timeout)$/,
    )
  })
})
