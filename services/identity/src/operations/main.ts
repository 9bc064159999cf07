import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ConfigError, readConfig } from '@wp/config'
import { AppError, systemClock } from '@wp/kernel'
import { openDatabase } from '@wp/mongo'
import { baseConfig } from '@wp/runtime'
import { createLogger, createMetrics } from '@wp/telemetry'
import { identityConfig } from '../config.ts'
import { identityCollections, openIdentity } from '../service.ts'
import { commands } from './commands.ts'

const usage = `npm run wp -- admin <command>

${Object.values(commands)
  .map((command) => `  ${command.usage.padEnd(34)}${command.summary}`)
  .join('\n')}

Uses the settings of identity (MONGODB_URL, SIGNING_KEYS_FILE, ENCRYPTION_KEYS_FILE, HMAC_KEY_FILE).
By default: those of the platform that npm start runs here (WP_DATA, default .data).
In a container of identity: node main.mjs admin <command>. To replay events, run node main.mjs replay in a container
of the service.`

const servicesFolder = join(import.meta.dirname, '../../..')

/** Adds the settings of the local platform if it has keys and MONGODB_URL is not set. */
const localSettings = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => {
  const data = resolve(env['WP_DATA'] ?? join(import.meta.dirname, '../../../../.data'))
  const keys = join(data, 'keys')
  if (env['MONGODB_URL'] || !existsSync(keys)) return env
  return {
    SIGNING_KEYS_FILE: join(keys, 'signing-keys.json'),
    ENCRYPTION_KEYS_FILE: join(keys, 'encryption-keys.json'),
    HMAC_KEY_FILE: join(keys, 'hmac-key'),
    ...env,
    MONGODB_URL: `mongodb://${databaseLogin(data)}127.0.0.1:${env['MONGODB_PORT'] ?? 27_017}/?directConnection=true`,
  }
}

/** The embedded database requires a password, unlike a mongod that npm start runs. */
const databaseLogin = (data: string): string => {
  const passwords = join(data, 'credentials/database-passwords')
  if (existsSync(join(data, 'mongod')) || !existsSync(passwords)) return ''
  return `wp:${readFileSync(passwords, 'utf8').split('\n')[0]}@`
}

/** Runs a command and returns its output. Throws AppError or ConfigError with a message for the operator. */
export const runCommand = async (
  name: string,
  args: string[],
  givenEnv: NodeJS.ProcessEnv,
): Promise<string> => {
  const command = commands[name]
  if (!command) throw new AppError('INVALID_REQUEST', usage)
  const env = localSettings(givenEnv)
  const { MONGODB_URL, DATABASE_PREFIX, TOKEN_ISSUER, TOKEN_AUDIENCE, NODE_ENV, PUBLIC_URL } = baseConfig
  const shared = { MONGODB_URL, DATABASE_PREFIX, TOKEN_ISSUER, TOKEN_AUDIENCE, NODE_ENV, PUBLIC_URL }
  const config = readConfig({ ...identityConfig, ...shared }, env)
  const logger = createLogger({ service: 'identity-admin', level: 'error' })
  const metrics = createMetrics('identity-admin')
  const open = async (service: string, collections: typeof identityCollections) => {
    if (service !== 'identity' && !existsSync(join(servicesFolder, service, 'service.json')))
      throw new AppError(
        'NOT_FOUND',
        `No service is named ${service}. In a cluster, run node main.mjs replay in a pod of the service`,
      )
    return openDatabase({
      url: config.mongodbUrl,
      name: `${config.databasePrefix}${service.replaceAll('-', '_')}`,
      clock: systemClock,
      logger,
      metrics,
      collections,
    })
  }
  const db = await open('identity', identityCollections)
  try {
    const deps = openIdentity(config, { db, clock: systemClock, logger, metrics })
    return await command.run({ ...deps, openOutbox: (service) => open(service, []) }, args, env)
  } finally {
    await db.close()
  }
}

/** Runs a command line and prints the result; sets exit code 1 when it fails. */
export const main = async ([name = '', ...args]: string[]): Promise<void> => {
  try {
    console.log(await runCommand(name, args, process.env))
  } catch (error) {
    if (!(error instanceof AppError) && !(error instanceof ConfigError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}

if (import.meta.main) await main(process.argv.slice(2))
