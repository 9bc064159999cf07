import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { build } from 'vite'
import { isKeptOffline } from './offline-files.ts'

// Builds the web application into `dist`, with a compressed copy of every file that compression makes
// smaller.
const home = join(import.meta.dirname, '..')
const folder = join(home, 'dist')

await build({ configFile: join(home, 'web/vite.config.ts'), logLevel: 'warn' })

// The service worker stores the files of this build; a different list makes it a new version.
const files = globSync('assets/*', { cwd: folder })
  .map((path) => `/console/${path.replaceAll('\\', '/')}`)
  .filter(isKeptOffline)
  .toSorted()
const list = JSON.stringify(files)
const version = createHash('sha256')
  .update(list)
  .update(readFileSync(join(folder, 'index.html')))
  .digest('hex')
  .slice(0, 12)
const workerFile = join(folder, 'worker.js')
writeFileSync(
  workerFile,
  readFileSync(workerFile, 'utf8')
    // The minifier decides which quotes are used.
    .replace(/(["'`])%FILES%\1/, () => JSON.stringify(list))
    .replace('%VERSION%', version),
)

for (const path of globSync('**/*.{html,js,css,svg}', { cwd: folder })) {
  const file = join(folder, path)
  const plain = readFileSync(file)
  const compressed = brotliCompressSync(plain, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
  })
  if (compressed.length < plain.length) writeFileSync(`${file}.br`, compressed)
}
