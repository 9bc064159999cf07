import { inProcess, platform } from '@wp/testing'
import { onTestFinished } from 'vitest'
import { realtime } from '../src/service.ts'

/** Starts another realtime replica on the platform's NATS and returns its address. */
export const startReplicaOfPlatform = async (env: Record<string, string> = {}): Promise<string> => {
  const replica = await inProcess(realtime, { env: { NATS_URL: platform().natsUrl, ...env } })
  onTestFinished(() => replica.stop())
  return `${replica.url}/realtime`
}
