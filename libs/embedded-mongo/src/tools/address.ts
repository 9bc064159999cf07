import { readFileSync } from 'node:fs'

/**
 * Returns the URL of a database including its password: `MONGODB_URL`, or the content of the file `MONGODB_URL_FILE`;
 * undefined when neither is set. The URL is never a command-line argument, which all users of the machine could see.
 */
export const readAddress = (env: NodeJS.ProcessEnv): string | undefined =>
  env['MONGODB_URL'] ||
  (env['MONGODB_URL_FILE'] && readFileSync(env['MONGODB_URL_FILE'], 'utf8').trim()) ||
  undefined
