import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../root.ts'
import { createProgram } from '../wp/program.ts'

describe('a wp command in the documentation', () => {
  const texts = globSync('{*.md,docs/**/*.md,test/README.md,{deploy,libs,services,tools}/*/README.md}', {
    cwd: root,
  }).map((file) => readFileSync(join(root, file), 'utf8').replaceAll(/<!--[^]*?-->/g, ''))
  const documented = new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/npm run (?:--silent )?wp -- ([a-z]+)(?: ([a-z][\w-]*))?/g)].map(([, name, word]) =>
        [name, word].join(' ').trim(),
      ),
    ),
  )

  it('is found', () => {
    expect(documented.size).toBeGreaterThan(20)
  })

  it.each([...documented])('exists: %s', (command) => {
    const [name, word] = command.split(' ')
    const found = createProgram().commands.find((each) => each.name() === name)
    expect(found).toBeDefined()
    const choices = [
      ...(found!.registeredArguments[0]?.argChoices ?? []),
      ...found!.commands.map((each) => each.name()),
    ]
    // A command without choices takes any word, such as a folder.
    expect(word === undefined || choices.length === 0 || choices.includes(word)).toBe(true)
  })
})
