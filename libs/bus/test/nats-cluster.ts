import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@wp/embedded-mongo/test/free-port'

const names = ['a', 'b', 'c']

/** Starts three nats-servers with JetStream that form a cluster. */
export const startNatsCluster = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wp-nats-cluster-'))
  const ports = await Promise.all(
    names.map(async () => ({ client: await freePort(), route: await freePort() })),
  )
  const routes = ports.map(({ route }) => `nats://127.0.0.1:${route}`).join(', ')
  const servers = new Map<string, ChildProcess>()
  for (const [at, name] of names.entries()) {
    const config = join(folder, `${name}.conf`)
    await writeFile(
      config,
      `server_name: ${name}
listen: 127.0.0.1:${ports[at]!.client}
jetstream { store_dir: "${join(folder, name)}" }
cluster { name: wp, listen: 127.0.0.1:${ports[at]!.route}, routes: [${routes}] }
`,
    )
    const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin:/usr/local/sbin` }
    servers.set(name, spawn('nats-server', ['-c', config], { stdio: 'ignore', env }))
  }
  const kill = async (name: string): Promise<void> => {
    const server = servers.get(name)!
    if (server.exitCode !== null || server.signalCode !== null) return
    const exit = once(server, 'exit')
    server.kill('SIGKILL')
    await exit
  }
  const killOnExit = () => {
    for (const server of servers.values()) server.kill('SIGKILL')
  }
  process.once('exit', killOnExit)
  return {
    url: ports.map(({ client }) => `nats://127.0.0.1:${client}`).join(','),
    kill,
    close: async () => {
      await Promise.all(names.map(kill))
      process.off('exit', killOnExit)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
