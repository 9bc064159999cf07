import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../root.ts'
import { buildArguments } from './build.ts'

describe('buildArguments', () => {
  it('bundles the services for npm start, and not for npm run dev, which runs their sources', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>
    }
    const filtersOf = (script: string) => {
      const option = / (--build\S*) /.exec(scripts[script]!)?.[1]
      return buildArguments(option).filter((argument) => argument.startsWith('--filter='))
    }
    expect(filtersOf('start')).toContain('--filter=@wp/local')
    expect(filtersOf('dev')).toEqual(['--filter=@wp/protos', '--filter=@wp/gateway', '--filter=@wp/console'])
  })
})
