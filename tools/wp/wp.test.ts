import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../root.ts'
import { adminCommands, createProgram } from './program.ts'

const run = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'tools/wp/main.ts'), ...args], {
    encoding: 'utf8',
    env: { ...process.env, MONGODB_URL: '', MONGODB_URL_FILE: '', COLUMNS: '200' },
  })
  return { status, stdout, stderr }
}

const complete = (...words: string[]): string[] =>
  run('complete', '--', ...words)
    .stdout.split('\n')
    .map((line) => line.split('\t')[0]!)

describe('wp --help', () => {
  it('lists every command with a description', () => {
    const { status, stdout } = run('--help')
    expect(status).toBe(0)
    for (const command of createProgram().commands.filter((each) => each.name() !== 'complete')) {
      expect(stdout).toContain(`  ${command.name()}`)
      expect(command.description()).not.toBe('')
    }
  })

  it('describes every subcommand', () => {
    const subcommands = createProgram().commands.flatMap(({ commands }) => commands)
    expect(subcommands.length).toBeGreaterThan(10)
    for (const command of subcommands) expect(command.description()).not.toBe('')
  })
})

describe('wp', () => {
  it.each([[['dance']], [['db', 'dance']], [['new', 'dance']], [[]], [['db']]])(
    'prints help and fails for %j',
    (args) => {
      const { status, stderr } = run(...args)
      expect(status).toBe(1)
      expect(stderr).toContain('Usage: wp')
    },
  )

  it('suggests the closest command for a misspelled one', () => {
    expect(run('bakup').stderr).toContain('Did you mean backup?')
  })

  it('rejects an unknown service and lists the known ones', () => {
    const { status, stderr } = run('new', 'resource', 'nowhere', 'opinion')
    expect(status).toBe(1)
    expect(stderr).toContain('contests')
  })

  it('exits with 2 when the database address is missing', () => {
    expect(run('db', 'export', 'anywhere')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('MONGODB_URL'),
    })
  })

  it('passes options through to docker compose and operator commands', () => {
    const program = createProgram()
    const received: unknown[] = []
    for (const name of ['compose', 'admin'])
      program.commands
        .find((each) => each.name() === name)!
        .action((...args) => void received.push(args.slice(0, -2)))
    program.parse(['compose', 'logs', '-f', '--tail=5'], { from: 'user' })
    program.parse(['admin', 'replay', 'pos', '--since', '2027-01-31'], { from: 'user' })
    expect(received).toEqual([[['logs', '-f', '--tail=5']], ['replay', ['pos', '--since', '2027-01-31']]])
  })
})

describe('wp admin', () => {
  it('lists the same commands as the identity service', () => {
    const source = readFileSync(join(root, 'services/identity/src/operations/commands.ts'), 'utf8')
    const declared = source.slice(source.indexOf('export const commands'))
    const names = [...declared.matchAll(/^ {2}'?([a-z-]+)'?: \{/gm)].map(([, name]) => name)
    expect(adminCommands).toEqual(names)
  })
})

describe('wp complete', () => {
  it('completes commands', () => {
    expect(complete('')).toEqual(expect.arrayContaining(['backup', 'restore', 'new', 'test', 'docs', 'db']))
    expect(complete('cred')).toContain('credentials')
  })

  it('completes subcommands and packages', () => {
    expect(complete('db', '')).toEqual(expect.arrayContaining(['export', 'import', 'compact']))
    expect(complete('test', '')).toEqual(expect.arrayContaining(['upgrade', 'faults', 'scheduling', 'http']))
  })

  it('completes only services that own resources', () => {
    const services = complete('new', 'resource', '')
    expect(services).toEqual(expect.arrayContaining(['contests', 'scheduling']))
    expect(services).not.toContain('gateway')
  })

  it('completes options', () => {
    expect(complete('backup', '--')).toEqual(expect.arrayContaining(['--files', '--prefix', '--no-snapshot']))
  })
})

describe('wp completion', () => {
  it.each(['bash', 'zsh', 'fish'])('prints a script for %s that defines wp', (shell) => {
    const { status, stdout } = run('completion', shell)
    expect(status).toBe(0)
    expect(stdout).toMatch(/^(function )?wp\b/)
    expect(stdout).toContain('complete --')
  })
})
