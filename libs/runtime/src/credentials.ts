import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '@wp/config'
import { credentialFiles, openReloadingFile, openCallerCheck, openServiceTokens } from '@wp/credentials'
import type { CallerCheck, ServiceTokens } from '@wp/credentials'
import type { ServiceBase } from './service-base.ts'

/** What proves to the others who this service is, and what tells it who they are. */
export type Credentials = { tokens: ServiceTokens; callers: CallerCheck; natsSeed: () => string }

/**
 * The credentials of the service; null without a folder of them. What it would do without any is refused in production
 * (ConfigError) and else said in the log.
 */
export const openCredentials = ({ definition, config, logger }: ServiceBase): Credentials | null => {
  const folder = config.credentialsDir
  const missing = folder ? missingFiles(folder) : []
  if (missing.length > 0) throw new ConfigError(missing)
  const faults = [
    ...(folder ? [] : ['CREDENTIALS_DIR: is not set: gRPC would go without identities']),
    ...(definition.database !== false && !namesUser(config.mongodbUrl)
      ? ['MONGODB_URL: names no user: the database would have to take anybody']
      : []),
    ...(!folder && !namesUser(config.natsUrl)
      ? ['NATS_URL: names no user, and CREDENTIALS_DIR is not set: NATS would have to take anybody']
      : []),
  ]
  if (faults.length > 0 && config.nodeEnv === 'production') throw new ConfigError(faults)
  if (faults.length > 0) logger.warn({ faults }, 'this is open; in production the service would not start')
  if (!folder) return null
  const options = { service: definition.name, folder }
  const natsSeed = openReloadingFile(join(folder, credentialFiles.natsSeed), (text) => text.trim())
  return {
    tokens: openServiceTokens(options),
    callers: openCallerCheck(options),
    natsSeed: natsSeed.refresh,
  }
}

const missingFiles = (folder: string): string[] =>
  Object.values(credentialFiles)
    .filter((file) => !existsSync(join(folder, file)))
    .map((file) => `CREDENTIALS_DIR: ${file} is missing in ${folder}`)

/** True for an address that carries a name, or asks for a certificate as one. */
const namesUser = (url: string): boolean => /\/\/[^/@]+@/.test(url) || /MONGODB-X509/.test(url)
