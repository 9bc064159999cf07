import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { repositoryRoot } from '@wp/local-platform'
import { linkThirdPartyPackages, ownScopes } from '../linked-packages.ts'

const git = (...args: string[]): string =>
  execFileSync('git', args, {
    cwd: repositoryRoot,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim()

const tryGit = (...args: string[]): string | null => {
  try {
    return git(...args) || null
  } catch {
    return null
  }
}

const commitsBack = 25

/**
 * Returns the version to upgrade from: `UPGRADE_FROM`, otherwise the newest tag before this commit, otherwise an older commit, or the
 * current one if there is no history.
 */
export const olderVersion = (): string => {
  const wanted = process.env['UPGRADE_FROM'] ?? tryGit('describe', '--tags', '--abbrev=0', 'HEAD^')
  const older = wanted ?? tryGit('rev-list', '--max-count=1', `--skip=${commitsBack}`, 'HEAD') ?? 'HEAD'
  return git('rev-parse', '--short', `${older}^{commit}`)
}

const folders: string[] = []

/** Creates a folder that is deleted by `removeFolders`, or when the process exits. */
export const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'wp-upgrade-'))
  folders.push(folder)
  return folder
}

export const removeFolders = (): void => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
}
process.once('exit', removeFolders)

export type Copy = {
  folder: string
  /** The path of the module that exports `startPlatform`. */
  starter: string
  /** Replaces the old sources with the current ones for processes that start afterward. */
  replaceSources(): void
}

const parts = ['libs', 'protos', 'services', 'deploy']
const files = ['test', 'tools', 'package.json', 'tsconfig.base.json']
/** Paths of the module that exports `startPlatform`, in newer and older versions. */
const starters = ['libs/local-platform/src/index.ts', 'deploy/local/src/index.ts']

/** Copies a version of the repository, with links to the installed third-party packages. */
export const checkOut = (version: string): Copy => {
  const folder = temporaryFolder()
  const present = git('ls-tree', '--name-only', version).split('\n')
  const wanted = [...parts, ...files].filter((name) => present.includes(name)).join(' ')
  execFileSync('sh', ['-c', `git archive ${version} ${wanted} | tar -x -C '${folder}'`], {
    cwd: git('rev-parse', '--show-toplevel'),
  })
  linkPackages(folder)
  provideBuilt(folder)
  return {
    folder,
    starter: join(
      folder,
      starters.find((file) => existsSync(join(folder, file)))!,
    ),
    replaceSources: () => {
      for (const part of parts) {
        rmSync(join(folder, part), { recursive: true })
        const isSource = (path: string) => !path.includes('/node_modules')
        cpSync(join(repositoryRoot, part), join(folder, part), { recursive: true, filter: isSource })
      }
      linkOwnPackages(folder)
    },
  }
}

/** Copies the built pages of the current gateway, because old versions may not have theirs committed. */
const provideBuilt = (folder: string): void => {
  const built = 'services/gateway/dist'
  cpSync(join(repositoryRoot, built), join(folder, built), { recursive: true })
}

/** Links the copy's own packages and the installed third-party packages. */
const linkPackages = (folder: string): void => {
  linkThirdPartyPackages(folder)
  linkOwnPackages(folder)
}

const linkOwnPackages = (folder: string): void => {
  const target = join(folder, 'node_modules')
  for (const scope of ownScopes) rmSync(join(target, scope), { recursive: true, force: true })
  for (const scope of ownScopes) mkdirSync(join(target, scope))
  symlinkSync(join(folder, 'libs/client'), join(target, '@workspace-platform/client'))
  for (const area of ['libs', 'services'])
    for (const name of readdirSync(join(folder, area)))
      symlinkSync(join(folder, area, name), join(target, '@wp', name))
  for (const [name, path] of Object.entries({ protos: 'protos', local: 'deploy/local', tools: 'tools' }))
    if (existsSync(join(folder, path))) symlinkSync(join(folder, path), join(target, '@wp', name))
}
