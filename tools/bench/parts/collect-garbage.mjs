// Loaded into measured processes: SIGUSR2 frees unused memory, so that the growth of a process can be measured.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')
process.on('SIGUSR2', () => collect())
