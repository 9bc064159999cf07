import { freePort } from '@wp/embedded-mongo/test/free-port'
import { allServices } from '@wp/local-platform'
import { eventually, newSignup, platform } from '@wp/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { baseImage } from './base-image.ts'
import { buildImage, digestOf, sizeOf, startContainer, type Container } from './containers.ts'

const minutes = 60_000
const megabyte = 1_000_000

const started = ['identity', 'gateway']

/** Expects a service's image to be small beside its base image. */
const expectSmall = async (service: string, image: string): Promise<void> => {
  const [whole, base] = [await sizeOf(image), await sizeOf(await baseImage())]
  const [total, added] = [whole, whole - base].map((bytes) => Math.round(bytes / megabyte))
  console.log(`${service}: ${total} MB, ${added} MB above the base`)
  expect(whole - base).toBeLessThan(40 * megabyte)
}

/** Both containers join the running platform: identity serves the other services, and the gateway routes to them. */
describe.each(started)('image of %s', (service) => {
  let image = ''
  let container: Container
  const ports = { http: '', rpc: '', ops: '' }

  beforeAll(async () => {
    image = await buildImage(service)
    for (const name of ['http', 'rpc', 'ops'] as const) ports[name] = `${await freePort()}`
    container = await startContainer(service, image, {
      HTTP_PORT: ports.http,
      RPC_PORT: ports.rpc,
      OPS_PORT: ports.ops,
      PASSWORD_HASH_MEMORY_KIB: '64',
    })
  }, 15 * minutes)
  afterAll(() => container?.remove())

  it(
    'becomes ready while running read-only, without capabilities and as a non-root user',
    { timeout: 2 * minutes },
    async () => {
      await eventually(
        async () => expect((await fetch(`http://127.0.0.1:${ports.ops}/ready`)).status).toBe(200),
        {
          withinMs: minutes,
          everyMs: 250,
        },
      )
      const status = await container.run('cat', '/proc/1/status')
      expect(/^Uid:\s+(.*)$/m.exec(status)?.[1]).toBe('10001\t10001\t10001\t10001')
      expect(/^CapEff:\s+(.*)$/m.exec(status)?.[1]).toBe('0000000000000000')
      await expect(container.run('touch', '/app/x')).rejects.toThrow('Read-only file system')
    },
  )

  it("passes its image's health check", { timeout: minutes }, async () => {
    await expect(container.checkHealth()).resolves.toBeUndefined()
  })

  it('has the same digest when it is built again', { timeout: 15 * minutes }, async () => {
    const digest = await digestOf(image)
    expect(digest).toMatch(/^sha256:/)
    expect(await digestOf(await buildImage(service, 'again'))).toBe(digest)
  })

  it('contains its list of packages, and no sources of services', async () => {
    const sbom = JSON.parse(await container.run('cat', 'sbom.cdx.json')) as { bomFormat: string }
    expect(sbom.bomFormat).toBe('CycloneDX')
    expect(await container.run('find', '/app', '-name', '*.ts', '-not', '-path', '*/node_modules/*')).toBe('')
  })

  it('runs operator commands', { timeout: minutes }, async () => {
    expect(await container.run('node', 'main.mjs', 'help')).toContain('replay [--since <time>]')
    const migrate = container.run('node', 'main.mjs', 'migrate')
    await expect(migrate).resolves.toBe('')
  })

  it('adds less than 40 MB to its base image', async () => {
    await expectSmall(service, image)
  })

  it('serves a signup, and exits with 0 on SIGTERM', { timeout: 2 * minutes }, async () => {
    const url = service === 'gateway' ? `http://127.0.0.1:${ports.http}` : platform().gatewayUrl
    const reply = await fetch(`${url}/v1/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(await newSignup()),
    })
    expect(reply.status).toBe(201)
    expect(await container.stop()).toBe(0)
  })
})

describe('image of another service', () => {
  it.each(allServices().filter((service) => !started.includes(service)))(
    'adds less than 40 MB for %s to its base image',
    { timeout: 15 * minutes },
    async (service) => {
      await expectSmall(service, await buildImage(service))
    },
  )
})
