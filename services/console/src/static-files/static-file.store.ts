import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contentTypeOf } from './static-file.rules.ts'

export type StaticFile = { contentType: string; plain: Buffer; brotli: Buffer | null }

export type StaticFiles = { find(path: string): StaticFile | null }

/**
 * Reads the built application, a few megabytes, into memory. The build writes a compressed copy with the
 * suffix `.br` beside each file. The documents name the environment, because some pages exist only
 * in development.
 */
export const readStaticFiles = (folder: string, { environment }: { environment: string }): StaticFiles => {
  const files = new Map<string, StaticFile>()
  for (const path of existsSync(folder) ? globSync('**/*.*', { cwd: folder }) : []) {
    const contentType = contentTypeOf(path)
    if (contentType)
      files.set(path.replaceAll('\\', '/'), { contentType, ...readContent(join(folder, path)) })
  }
  for (const [path, file] of files)
    if (path.endsWith('.html'))
      files.set(path, {
        ...file,
        plain: Buffer.from(file.plain.toString().replace('%ENVIRONMENT%', environment)),
        brotli: null,
      })
  return { find: (path) => files.get(path) ?? null }
}

const readContent = (file: string): Pick<StaticFile, 'plain' | 'brotli'> => ({
  plain: readFileSync(file),
  brotli: existsSync(`${file}.br`) ? readFileSync(`${file}.br`) : null,
})
