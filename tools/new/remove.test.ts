import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../root.ts'
import * as edits from './edits.ts'
import { namesOf } from './names.ts'
import { planService, Refusal } from './plan.ts'
import { planRemoval } from './remove.ts'
import * as undo from './undo-edits.ts'

// test/full/new creates and removes a service in a copy of the repository.

const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const service = namesOf('library')

describe('undo-edits', () => {
  it.each([
    ['test/package.json', (text: string) => edits.inManifest(text, service), undo.outOfManifest],
    ['tools/package.json', (text: string) => edits.inManifest(text, service), undo.outOfManifest],
  ])('restores %s', (file, add, remove) => {
    const added = add(read(file))
    expect(added).not.toBe(read(file))
    expect(remove(added, service.kebab)).toBe(read(file))
  })

  it('restores the lockfile', () => {
    const added = planService(root, { service: 'library', resource: 'book' }).files.get('package-lock.json')!
    expect(added).toContain('"services/library"')
    expect(undo.outOfLockfile(added, 'library')).toBe(read('package-lock.json'))
  })
})

describe('planRemoval', () => {
  it.each(['nowhere', '..', 'Pos', ''])('rejects the unknown service “%s”', (name) => {
    expect(() => planRemoval(root, name)).toThrow(Refusal)
  })

  it('rejects a service that other services need, and names them', () => {
    expect(() => planRemoval(root, 'pos')).toThrow(Refusal)
    expect(() => planRemoval(root, 'pos')).toThrow('services/finance depends on the package @wp/pos')
    expect(() => planRemoval(root, 'identity')).toThrow('services/pos/service.json calls it')
  })
})
