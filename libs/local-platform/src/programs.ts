import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Debian keeps servers out of a plain user's PATH. */
const systemFolders = ['/usr/local/sbin', '/usr/sbin', '/sbin']

/** The full path of a program, or null when the machine does not have it. */
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

/** Runs a program to its end; true when it succeeded. Its output is dropped. */
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

/** On Linux the kernel itself ends what the runner started, should the runner be killed without a chance to do it. */
export const endWithParent = (command: string, args: string[]): [command: string, args: string[]] => {
  const setpriv = process.platform === 'linux' ? findProgram('setpriv') : null
  return setpriv ? [setpriv, ['--pdeathsig', 'TERM', '--', command, ...args]] : [command, args]
}
