import { readFileSync } from 'node:fs'

/**
 * The address of a database, with its password: `MONGODB_URL`, or the content of the file that `MONGODB_URL_FILE` names;
 * undefined when neither is set. Never an argument, since every user of the machine sees those.
 */
export const readAddress = (env: NodeJS.ProcessEnv): string | undefined =>
  env['MONGODB_URL'] ||
  (env['MONGODB_URL_FILE'] && readFileSync(env['MONGODB_URL_FILE'], 'utf8').trim()) ||
  undefined
