// Stores a file of 100 kB in the given folder and prints the error's code, or `stored`.
import { localFiles } from '../src/local-files.ts'
import { contentOf } from './content.ts'

const [folder = ''] = process.argv.slice(2)
const outcome = await localFiles(folder)
  .put('a', contentOf(Buffer.alloc(100_000)), 'image/png')
  .then(
    () => 'stored',
    (error: NodeJS.ErrnoException) => error.code ?? error.message,
  )
process.stdout.write(`${outcome}\n`)
