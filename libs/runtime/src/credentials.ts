import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '@wp/config'
import { credentialFiles, openReloadingFile, openCallerCheck, openServiceTokens } from '@wp/credentials'
import type { CallerCheck, ServiceTokens } from '@wp/credentials'
import type { ServiceBase } from './service-base.ts'

/** The service's credentials and the check for its callers. */
export type Credentials = { tokens: ServiceTokens; callers: CallerCheck; natsSeed: () => string }

/**
 * Returns the service's credentials, or null without a credentials folder. Throws ConfigError when the folder is
 * incomplete. A configuration without authentication throws ConfigError in production and logs a warning elsewhere.
 */
export const openCredentials = (
  { definition, config, logger }: ServiceBase,
  now: () => number,
): Credentials | null => {
  const folder = config.credentialsDir
  const missing = folder ? missingFiles(folder) : []
  if (missing.length > 0) throw new ConfigError(missing)
  const problems = [
    ...(folder ? [] : ['CREDENTIALS_DIR: is not set, so gRPC calls would not be authenticated']),
    ...(definition.database !== false && !hasUser(config.mongodbUrl)
      ? ['MONGODB_URL: contains no user, so the database would have to accept unauthenticated connections']
      : []),
    ...(!folder && !hasUser(config.natsUrl)
      ? [
          'NATS_URL: contains no user and CREDENTIALS_DIR is not set, so NATS would have to accept unauthenticated connections',
        ]
      : []),
  ]
  if (problems.length > 0 && config.nodeEnv === 'production') throw new ConfigError(problems)
  if (problems.length > 0)
    logger.warn({ problems }, 'connections are not authenticated; the service would not start in production')
  if (!folder) return null
  const options = { service: definition.name, folder, now }
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

/** Returns true for a URL with a user name or with certificate authentication. */
const hasUser = (url: string): boolean => /\/\/[^/@]+@/.test(url) || /MONGODB-X509/.test(url)
