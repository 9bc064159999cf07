/**
 * Reads the metrics of the process with this operator address. Returns a function that adds up the samples of a metric
 * whose labels contain `label`, and throws when there are none.
 */
export const readMetrics = async (opsUrl: string): Promise<(metric: string, label?: string) => number> => {
  const text = await (await fetch(`${opsUrl}/metrics`)).text()
  return (metric, label = '') => {
    const samples = [...text.matchAll(new RegExp(`^${metric}\\{([^}]*)\\} (\\S+)$`, 'gm'))]
    const values = samples.filter(([, labels]) => labels!.includes(label)).map(([, , value]) => Number(value))
    if (values.length === 0) throw new Error(`${opsUrl} has no metric ${metric} ${label}`)
    return values.reduce((sum, value) => sum + value, 0)
  }
}

/** Returns how many transactions of the process with this operator address have started again after a conflict. */
export const conflictsOf = async (opsUrl: string): Promise<number> =>
  (await readMetrics(opsUrl))('db_transaction_attempts_total', 'outcome="conflict"')
