import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { build } from 'vite'

// Builds the web application into `dist`, with a compressed copy of every file that gets smaller by it.
const home = join(import.meta.dirname, '..')
const folder = join(home, 'dist')

await build({ configFile: join(home, 'web/vite.config.ts'), logLevel: 'warn' })
for (const path of globSync('**/*.{html,js,css,svg}', { cwd: folder })) {
  const file = join(folder, path)
  const plain = readFileSync(file)
  const compressed = brotliCompressSync(plain, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
  })
  if (compressed.length < plain.length) writeFileSync(`${file}.br`, compressed)
}
