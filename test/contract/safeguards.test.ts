import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '@wp/local-platform'
import { expect, it } from 'vitest'
import { safeguards } from '../faults/safeguards.ts'

const read = (file: string) => readFileSync(join(repositoryRoot, file), 'utf8')

it.each(safeguards)('finds the code and the test of the $name safeguard', (safeguard) => {
  expect(read(safeguard.file)).toContain(safeguard.find)
  expect(read(`${safeguard.root}/${safeguard.test}`)).toContain(safeguard.title)
})
