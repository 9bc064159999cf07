import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const run = (root: string, program: string, args: string[]): void => {
  execFileSync(program, args, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] })
}

/** Returns the topmost folders that must be created for these files. */
const missingFolders = (root: string, files: string[]): string[] => {
  const firstMissing = (folder: string): string =>
    existsSync(dirname(folder)) ? folder : firstMissing(dirname(folder))
  const folders = files.map((file) => dirname(join(root, file))).filter((folder) => !existsSync(folder))
  return [...new Set(folders.map(firstMissing))]
}

/**
 * Writes the files, formats them, links a new package and updates generated files. `build` is set if a proto has
 * changed. Restores the written files when a step fails.
 */
export const writePlan = (root: string, files: ReadonlyMap<string, string>, { build = false } = {}): void => {
  const names = [...files.keys()]
  const before = names.map(
    (file) => [file, existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : null] as const,
  )
  const folders = missingFolders(root, names)
  try {
    for (const [file, text] of files) {
      mkdirSync(dirname(join(root, file)), { recursive: true })
      writeFileSync(join(root, file), text)
    }
    run(root, 'oxfmt', names)
    run(root, 'node', ['tools/setup/install.mjs'])
    if (build) run(root, 'npm', ['run', '--silent', 'build', '--', '--filter=@wp/protos'])
    run(root, 'node', ['tools/wp/main.ts', 'docs'])
  } catch (error) {
    for (const [file, text] of before)
      if (text === null) rmSync(join(root, file), { force: true })
      else writeFileSync(join(root, file), text)
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
    throw error
  }
}
