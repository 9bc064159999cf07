import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Folders that are not in a normal user's PATH on Debian. */
const systemFolders = ['/usr/local/sbin', '/usr/sbin', '/sbin']

/** Returns the full path of a program, or null. */
export const findProgram = (name: string, path = process.env['PATH'] ?? ''): string | null => {
  for (const folder of [...path.split(delimiter), ...systemFolders]) {
    const file = join(folder, name)
    try {
      accessSync(file, constants.X_OK)
      return file
    } catch {
      continue
    }
  }
  return null
}

/** Runs a program, ignores its output and returns whether it succeeded. */
export const succeeds = (
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<boolean> =>
  new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'ignore', env })
    child.once('error', () => resolve(false))
    child.once('exit', (code) => resolve(code === 0))
  })

/** Wraps a command so that the Linux kernel ends it when the runner is killed, if `setpriv` is installed. */
export const endWithParent = (command: string, args: string[]): [command: string, args: string[]] => {
  const setpriv = process.platform === 'linux' ? findProgram('setpriv') : null
  return setpriv ? [setpriv, ['--pdeathsig', 'TERM', '--', command, ...args]] : [command, args]
}
