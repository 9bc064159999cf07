import { freePort } from '@wp/embedded-mongo/test/free-port'
import { allServices, platformFiles } from '@wp/local-platform'
import { documentedCommands, nameOf, outputsOf } from '@wp/local-platform/test/documented-commands'
import { eventually, newSignup, platform } from '@wp/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { baseImage } from './base-image.ts'
import { buildImage, digestOf, sizeOf, startContainer, type Container } from './containers.ts'

const minutes = 60_000

const images = new Map<string, Promise<string>>()
/** Returns the image of a service, which is built once. */
const imageOf = (service: string): Promise<string> => {
  const image = images.get(service) ?? buildImage(service)
  images.set(service, image)
  return image
}

const megabytes = (bytes: number): number => Math.round(bytes / 1_000_000)

/** Both containers join the running platform: identity serves the other services, and the gateway routes to them. */
describe.each(['identity', 'gateway'])('container of %s', (service) => {
  let container: Container
  const ports = { http: '', rpc: '', ops: '' }

  beforeAll(async () => {
    const image = await imageOf(service)
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

  it.runIf(service === 'identity')(
    'runs the operator commands in the documentation',
    { timeout: 10 * minutes },
    async () => {
      const chosen = { service, removed: 'library' }
      const outputs = outputsOf(chosen)
      for (const { service: where, command } of documentedCommands(chosen)) {
        expect(where).toBe(service)
        const line = command
          .replace('credentials/operator/nats.seed', platformFiles(platform().credentialsDir).operatorSeed)
          // The platform has one NATS server.
          .replace(/--replicas \d+ --mb \d+/, '--replicas 1 --mb 64')
        expect(await container.runLine(line)).toMatch(outputs[nameOf(command, outputs)] ?? /^never$/)
      }
    },
  )

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

describe('image', () => {
  const built: Record<string, { megabytes: number; added: number; digest: string }> = {}
  afterAll(() => console.table(built))

  it.each(allServices())(
    'gets the same digest for %s when it is built again, and adds less than 40 MB to its base image',
    { timeout: 30 * minutes },
    async (service) => {
      const image = await imageOf(service)
      const digest = await digestOf(image)
      expect(digest).toMatch(/^sha256:/)
      const [size, base] = [await sizeOf(image), await sizeOf(await baseImage())]
      built[service] = { megabytes: megabytes(size), added: megabytes(size - base), digest }
      expect(await digestOf(await buildImage(service, 'again'))).toBe(digest)
      expect(megabytes(size - base)).toBeLessThan(40)
    },
  )
})
