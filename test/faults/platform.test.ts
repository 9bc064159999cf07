import { allServices } from '@wp/local-platform'
import { afterAll, beforeAll } from 'vitest'
import { clockRows } from './clocks.ts'
import { databaseKillRows } from './database-kills.ts'
import { databaseRows } from './database.ts'
import { freezeRows } from './freezes.ts'
import { killRows } from './kills.ts'
import { natsRows } from './nats.ts'
import { overloadRows } from './overload.ts'
import { resourceRows } from './resources.ts'
import { signupRows } from './sagas.ts'
import { isFull, startScene } from './scene.ts'
import type { Scene } from './scene.ts'
import { terminationRows } from './terminations.ts'

// The tests below share one platform, because starting it takes a long time.

const services = isFull ? allServices() : ['identity', 'admin-billing', 'scheduling', 'gateway']
const replicas = Object.fromEntries(
  services.filter((name) => name !== 'gateway').map((name) => [name, 2] as const),
)

let scene: Scene
beforeAll(async () => {
  scene = await startScene({ services, replicas })
}, 180_000)
afterAll(() => scene?.stop(), 60_000)

const get = (): Scene => scene
killRows(get)
signupRows(get)
terminationRows(get)
freezeRows(get)
clockRows(get)
natsRows(get)
databaseRows(get)
databaseKillRows(get)
overloadRows(get)
resourceRows(get)
