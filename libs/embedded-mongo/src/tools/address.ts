import { readFileSync } from 'node:fs'

/**
 * The address of a database, with its password: `MONGODB_URL`, or the content of the file that `MONGODB_URL_FILE` names;
 * undefined when neither is set. Never an argument, since every user of the machine sees those.
 */
export const readAddress = (env: NodeJS.ProcessEnv): string | undefined =>
  env['MONGODB_URL'] ||
  (env['MONGODB_URL_FILE'] && readFileSync(env['MONGODB_URL_FILE'], 'utf8').trim()) ||
  undefined

/** Address and folder of a tool's command line; ends the process with its usage when one is missing. */
export const readArguments = (usage: string): { uri: string; folder: string } => {
  const uri = readAddress(process.env)
  const [folder] = process.argv.slice(2)
  if (uri !== undefined && folder !== undefined) return { uri, folder }
  process.stderr.write(
    `Usage: ${usage}\nThe address of the database is in MONGODB_URL, or in the file MONGODB_URL_FILE.\n`,
  )
  process.exit(2)
}
