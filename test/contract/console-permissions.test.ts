import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { workspacePermissions } from '@wp/auth'
import { allRoutes } from '@wp/gateway/contracts'
import { repositoryRoot } from '@wp/local-platform'
import { describe, expect, it } from 'vitest'

const web = join(repositoryRoot, 'services/console/web')

/** Returns the sources of a folder of the console without comments. */
const sourcesOf = (folder: string): string =>
  globSync(`${folder}/*.{ts,tsx}`, { cwd: web, exclude: (name) => name.includes('.test.') })
    .map((file) => readFileSync(join(web, file), 'utf8').replaceAll(/\/\*[^]*?\*\/|\/\/ .*$/gm, ''))
    .join('\n')

const routes = (await allRoutes()).flatMap(({ route: { id, access } }) =>
  access.kind === 'workspace' ? [{ id, needs: [access.need].flat() }] : [],
)
const areas = globSync('areas/*', { cwd: web }).toSorted()
/** Opens areas only to members with the permission to view them. */
const navigation = sourcesOf('app')

/** Calls that need no check, each with the reason. */
const uncheckedCalls: Record<string, string> = {
  'activity listRoles': 'names the roles in the audit log, which only owners see',
  'sign-in updateWorkspace': 'a new owner sets the language of the workspace',
}

describe('the console', () => {
  it('checks the permission of every operation in the area that calls it', () => {
    const unchecked = areas.flatMap((folder) => {
      const sources = sourcesOf(folder)
      const isChecked = (need: string): boolean =>
        need === 'member' ||
        (need === 'owner' && `${sources}${navigation}`.includes(`'owner'`)) ||
        sources.includes(`'${need}'`) ||
        (need.endsWith('.view') && navigation.includes(`'${need}'`))
      return routes
        .filter(
          ({ id, needs }) =>
            new RegExp(String.raw`(?<!\.)\b${id}\b|[cC]alls\.${id}\b`).test(sources) &&
            !needs.some(isChecked),
        )
        .map(({ id }) => `${basename(folder)} ${id}`)
    })
    expect(unchecked).toEqual(Object.keys(uncheckedCalls))
  })

  it('checks only permissions that exist, and all of them', () => {
    const sources = areas.map(sourcesOf).join('\n')
    const checked = [...`${sources}${navigation}`.matchAll(/\bmay\(\w+(?:\(\))?, '([a-z.]+)'\)/g)]
    expect(checked.map(([, name]) => name!).filter((name) => !(name in workspacePermissions))).toEqual([])
    expect(Object.keys(workspacePermissions).filter((name) => !sources.includes(`'${name}'`))).toEqual([])
  })
})
