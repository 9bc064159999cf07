// Stores a file of 100 kB in the given folder and prints the error's code, or `stored`. With `hang`, prints `started`
// when the content is being written, which never ends.
import { Readable } from 'node:stream'
import { localFiles } from '../src/local-files.ts'
import { contentOf } from './content.ts'

const [folder = '', mode] = process.argv.slice(2)
const endless = async function* () {
  yield Buffer.alloc(1000)
  process.stdout.write('started\n')
  await new Promise(() => setInterval(() => undefined, 1000))
}
const whole = contentOf(Buffer.alloc(100_000))
const content = mode === 'hang' ? { ...whole, open: () => Readable.from(endless()) } : whole
const outcome = await localFiles(folder)
  .put('a', content, 'image/png')
  .then(
    () => 'stored',
    (error: NodeJS.ErrnoException) => error.code ?? error.message,
  )
process.stdout.write(`${outcome}\n`)
