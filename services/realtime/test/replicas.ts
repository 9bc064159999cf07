import { inProcess, platform } from '@wp/testing'
import { onTestFinished } from 'vitest'
import { realtime } from '../src/service.ts'

/** Another replica of the platform's realtime, on the same NATS; gives its address. */
export const startOther = async (env: Record<string, string> = {}): Promise<string> => {
  const replica = await inProcess(realtime, { env: { NATS_URL: platform().natsUrl, ...env } })
  onTestFinished(() => replica.stop())
  return `${replica.url}/realtime`
}
