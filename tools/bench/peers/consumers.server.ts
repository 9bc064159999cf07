// Reads events as the services do, but does nothing with them.
import { announce } from '../measure.ts'
import { openConsumers } from './events.ts'

await openConsumers(Number(process.argv[2]))
announce('')
