import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Runs a program and returns its output. When it fails, throws an error with its error output. */
export const quietly = async (program: string, args: string[]): Promise<string> => {
  const { stdout } = await run(program, args, { maxBuffer: 64 * 1024 * 1024 })
  return stdout.trim()
}

export const succeeds = (program: string, args: string[]): Promise<boolean> =>
  quietly(program, args).then(
    () => true,
    () => false,
  )
