import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { repositoryRoot } from '@wp/local-platform'
import { platform } from '@wp/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { tutorialSteps } from './tutorial.ts'

const [clone, start, ...pasted] = tutorialSteps()

const scratchFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'wp-tutorial-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

describe('tutorial', () => {
  it('has ten numbered steps and runs npm start in the second one', () => {
    expect([clone, start, ...pasted].map((step) => step!.title.split(' ')[0])).toEqual(
      ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'].map((number) => `${number}.`),
    )
    expect(start!.command).toBe('npm start\n')
  })

  // Skipped in a source archive, which has no history to clone.
  it.runIf(existsSync(join(repositoryRoot, '.git')))('clones the repository with its first command', () => {
    const env = { ...process.env, REPOSITORY: repositoryRoot }
    const output = execFileSync('sh', ['-ec', clone!.command], {
      cwd: scratchFolder(),
      env,
      encoding: 'utf8',
    })
    expect(output).toBe(clone!.output)
  })

  /** Runs the commands in one shell, one after the other. */
  const paste = async (commands: string[]): Promise<string[]> => {
    const mark = '=== next ==='
    const script = commands
      .map((command) => command.replaceAll('http://localhost:8080', platform().gatewayUrl))
      .join(`echo '${mark}'\n`)
    const shell = spawn('sh', ['-s'], {
      cwd: repositoryRoot,
      env: { ...process.env, TMPDIR: scratchFolder() },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    shell.stdin.end(script)
    const [output, errors] = await Promise.all([text(shell.stdout), text(shell.stderr)])
    expect(errors).toBe('')
    return output.split(`${mark}\n`)
  }

  it('prints the documented output for every command after npm start', async () => {
    const outputs = await paste(pasted.map(({ command }) => command))
    expect(outputs).toEqual(pasted.map(({ output }) => output))
  })
})
