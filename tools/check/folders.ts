import { importedFiles, type SourceFile } from './boundaries.ts'
import { findCycles } from './cycles.ts'

/**
 * Returns the folder that contains a file in a package's `src`, or in a web application, each of whose
 * `areas` is a separate folder. Files directly in `src` or `web` connect the folders and belong to none of
 * them.
 */
const parse = (path: string) => {
  const { home, folder } =
    /^(?<home>(?:services|libs|deploy)\/[^/]+)\/(?<folder>src\/[^/]+|web\/areas\/[^/]+|web\/[^/]+)\/.+\.tsx?$/.exec(
      path,
    )?.groups ?? {}
  return home && folder && !path.endsWith('.test.ts') ? { home, folder: `${home}/${folder}` } : null
}

type Edge = { to: string; because: string }

const folderGraph = (files: SourceFile[]): Map<string, Edge[]> => {
  const graph = new Map<string, Edge[]>()
  for (const file of files) {
    const from = parse(file.path)
    if (!from) continue
    const edges = graph.get(from.folder) ?? []
    graph.set(from.folder, edges)
    for (const target of importedFiles(file)) {
      const to = parse(target)?.folder
      if (!to || to === from.folder || edges.some((edge) => edge.to === to)) continue
      edges.push({ to, because: `${file.path} imports ${target}` })
    }
  }
  return graph
}

/** Returns import cycles between folders of a package, including type-only imports, and the imports in each cycle. */
export const folderCycles = (files: SourceFile[]): string[] => {
  const graph = folderGraph(files)
  const reasonFor = (from: string, to: string) => graph.get(from)!.find((edge) => edge.to === to)!.because
  const names = new Map([...graph].map(([folder, edges]) => [folder, edges.map(({ to }) => to)]))
  return findCycles(names).map((cycle) => {
    const reasons = cycle.slice(1).map((folder, index) => `\n    ${reasonFor(cycle[index]!, folder)}`)
    return `${cycle.join(' → ')}:${reasons.join('')}`
  })
}

/** Roles in dependency order: a file may import files of the same or an earlier step. */
const order = [
  ['contract'],
  ['types'],
  ['rules'],
  ['store'],
  ['events', 'view', 'seed'],
  ['actions'],
  ['handlers'],
]

const stepOf = (path: string): { role: string; step: number } | null => {
  const role = /^services\/[^/]+\/src\/[^/]+\/[^/]+\.(\w+)\.ts$/.exec(path)?.[1]
  const step = order.findIndex((roles) => roles.includes(role ?? ''))
  return role && step !== -1 ? { role, step } : null
}

/** Returns imports, even type-only ones, of a later role by an earlier one, such as rules that import a store. */
export const rolesOutOfOrder = (files: SourceFile[]): string[] =>
  files.flatMap((file) => {
    const from = stepOf(file.path)
    if (!from) return []
    return importedFiles(file).flatMap((target) => {
      const to = stepOf(target)
      return to && to.step > from.step
        ? [`${file.path} imports ${target}; ${from.role} cannot import ${to.role}`]
        : []
    })
  })
