// Runs one saga step and kills itself at the given point. Arguments: database URL, database name, workspace id, point.
import { systemClock } from '@wp/kernel'
import { createLogger, createMetrics } from '@wp/telemetry'
import { openDatabase } from '../src/index.ts'
import { bookings, bookingSaga, completeBooking, peerOn, seats, startBooking } from './saga-scene.ts'

const [url = '', name = '', workspaceId = '', point = ''] = process.argv.slice(2)
const die = (at: string): void => {
  if (at === point) process.kill(process.pid, 'SIGKILL')
}

const logger = createLogger({ service: 'child', level: 'silent' })
const db = await openDatabase({
  url,
  name,
  clock: systemClock,
  logger,
  metrics: createMetrics('child'),
  collections: [bookings, seats],
})
const peer = peerOn(db)
const deps = {
  db,
  clock: systemClock,
  logger,
  peer: {
    ...peer,
    reserve: async (booking: Parameters<typeof peer.reserve>[0]) => {
      die('before the peer is called')
      await peer.reserve(booking)
      die('after the peer has committed')
    },
  },
}
const booking = await startBooking(deps, workspaceId)
await bookingSaga.run(deps, booking, () => completeBooking(deps, booking))
die('after the step has ended')
