/** Returns the cycles of a graph, each as its nodes in order with the first one repeated at the end. */
export const findCycles = (graph: ReadonlyMap<string, Iterable<string>>): string[][] => {
  const done = new Set<string>()
  const cycles: string[][] = []
  const visit = (node: string, trail: string[]): void => {
    const start = trail.indexOf(node)
    if (start !== -1) cycles.push([...trail.slice(start), node])
    if (start !== -1 || done.has(node)) return
    for (const next of graph.get(node) ?? []) visit(next, [...trail, node])
    done.add(node)
  }
  for (const node of graph.keys()) visit(node, [])
  return cycles
}
