import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { root } from '../root.ts'
import { listPackageNames } from '../wp/names.ts'
import { createProgram } from '../wp/program.ts'

// test/full/new runs the commands of CONTRIBUTING.md that take minutes; .ci/run runs those that take longer.

const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
const commands = [...page.matchAll(/```sh\n([\s\S]*?)```/g)]
  .flatMap(([, block]) => block!.split('\n'))
  .map((line) => line.replace(/\s+#.*$/, '').trim())
  .filter((line) => line !== '')

const wordsOf = (command: string): string[] =>
  [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, word]) => quoted ?? word!)

/** Replaces the actions of commands, and returns the path of the command that a line runs. */
const parse = (words: string[]): string => {
  let ran = ''
  const replaceActions = (command: Command, path: string): void => {
    command.exitOverride().configureOutput({ writeErr: () => {} })
    command.action(() => {
      ran = path
    })
    for (const child of command.commands) replaceActions(child, `${path} ${child.name()}`)
  }
  const program = createProgram()
  for (const command of program.commands) replaceActions(command, command.name())
  program.exitOverride().parse(words, { from: 'user' })
  return ran
}

describe('CONTRIBUTING.md', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object }

  it('contains commands', () => {
    expect(commands.length).toBeGreaterThan(15)
  })

  it.each(commands)('names an existing script: %s', (command) => {
    const [npm, first, second] = wordsOf(command)
    expect(npm).toBe('npm')
    expect(Object.keys(scripts)).toContain(first === 'run' ? second : first)
  })

  it.each(commands.filter((command) => command.startsWith('npm run wp -- ')))(
    'is understood by wp: %s',
    (command) => {
      const words = wordsOf(command).slice(4)
      expect(words.join(' ')).toMatch(new RegExp(`^${parse(words) || 'nothing'}`))
    },
  )

  it.each(commands.filter((command) => command.startsWith('npm test -- ')))(
    'selects tests: %s',
    (command) => {
      const [name, ...rest] = wordsOf(command).slice(3)
      expect(listPackageNames()).toContain(name)
      const [option, value] = rest
      const files = globSync(`{services,libs}/${name}/{src,test}/**/*.test.ts`, { cwd: root })
      const isSelected = (file: string) =>
        option === '-t'
          ? readFileSync(join(root, file), 'utf8').includes(value!)
          : file.includes(option ?? '')
      expect(files.filter(isSelected)).not.toEqual([])
    },
  )

  it.each(commands.filter((command) => command.startsWith('npm run bench -- ')))(
    'runs an existing benchmark: %s',
    (command) => {
      expect(existsSync(join(root, `tools/bench/${wordsOf(command)[4]}.ts`))).toBe(true)
    },
  )

  it('takes screenshots with the suites that can take them', () => {
    const [, folder, named] = /`WP_SCREENSHOTS=1 npx vitest run --root (\S+) ([^`]+)`/.exec(page)!
    const files = globSync('*.test.ts', { cwd: join(root, folder!) })
    const suites = files.filter((file) =>
      /\b(takePicture|takeScreen|inspect|testScreens)\b/.test(
        readFileSync(join(root, folder!, file), 'utf8'),
      ),
    )
    const names = named!.split(' ')
    expect(names.filter((name) => !suites.some((file) => file.includes(name)))).toEqual([])
    expect(suites.filter((file) => !names.some((name) => file.includes(name)))).toEqual([])
  })
})
