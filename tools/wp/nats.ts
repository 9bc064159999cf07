import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Adds the settings of the NATS server that `npm start` runs, if NATS_URL is not set. */
export const withLocalNats = (env: NodeJS.ProcessEnv, dataFolder: string): NodeJS.ProcessEnv => {
  const seedFile = join(env['WP_DATA'] ?? dataFolder, 'credentials/operator/nats.seed')
  if (env['NATS_URL'] || !existsSync(seedFile)) return env
  return { ...env, NATS_URL: `nats://127.0.0.1:${env['NATS_PORT'] ?? 4222}`, NATS_SEED_FILE: seedFile }
}
