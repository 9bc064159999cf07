import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readDeclarations } from '@wp/credentials/setup'
import { root } from '../root.ts'
import { replacePart, toTable } from './markdown.ts'

const page = 'README.md'

const describe = (service: string): string => {
  const manifest = readFileSync(join(root, 'services', service, 'package.json'), 'utf8')
  return (JSON.parse(manifest) as { description: string }).description
}

/** Returns the README with its table of services. Services keep their order; new ones are added at the end. */
export const servicesTable = (): Record<string, string> => {
  const text = readFileSync(join(root, page), 'utf8')
  const names = [...readDeclarations(root).keys()]
  const listed = [...text.matchAll(/^\| \[([a-z-]+)\]\(services\//gm)].map(([, name]) => name!)
  const ordered = [...new Set([...listed.filter((name) => names.includes(name)), ...names])]
  const rows = ordered.map((name) => [`[${name}](services/${name})`, describe(name)])
  return { [page]: replacePart(page, 'services', toTable(['Service', 'Responsible for'], rows)) }
}
