import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startNats } from '@wp/bus/test/nats-server'
import { onTestFinished } from 'vitest'

/** Creates a folder that is removed after the test. */
export const scratch = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'wp-gateway-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Starts a NATS server that is stopped after the test. */
export const nats = async () => {
  const server = await startNats()
  onTestFinished(server.close)
  return server
}
