// Loaded into the database and the services. V8 doubles the space for new objects up to its maximum, the last
// time after ten minutes of load. Here it grows immediately, so that memory that rises later is a leak.
import { setFlagsFromString } from 'node:v8'
import '@wp/tools/collect-garbage'

setFlagsFromString('--semi-space-growth-factor=32')
