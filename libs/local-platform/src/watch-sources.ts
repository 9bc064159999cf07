import { watch } from 'node:fs'
import { join } from 'node:path'
import type { Platform } from './platform.ts'

/** Changes within this time are handled together, because editors write a file several times when they save it. */
const settledMs = 100

/** Returns the services to restart when a file changes: its own service, or all services for libraries and protos. */
export const servicesOf = (file: string, running: readonly string[]): string[] => {
  if (!file.endsWith('.ts') && !file.endsWith('.json')) return []
  const [area, name = '', folder = ''] = file.split('/')
  const isSource = folder === 'src' || file.endsWith('service.json')
  if (area === 'services') return isSource ? running.filter((service) => service === name) : []
  if (area === 'protos' && file.startsWith('protos/generated/')) return [...running]
  return area === 'libs' && folder === 'src' ? [...running] : []
}

/** Restarts one service when its sources change, and all services when a library or a generated proto changes. */
export const watchSources = (
  root: string,
  platform: Pick<Platform, 'services' | 'restart'>,
  report: (line: string) => void,
): { close(): void } => {
  const changed = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let restarting = Promise.resolve()

  const restart = async (service: string): Promise<void> => {
    const since = Date.now()
    try {
      await platform.restart(service)
      report(`${service} restarted (${((Date.now() - since) / 1000).toFixed(1)} s)`)
    } catch (error) {
      report(`${service} failed to start:\n${(error as Error).message}`)
    }
  }
  const restartChanged = async (): Promise<void> => {
    const services = [...changed]
    changed.clear()
    await Promise.all(services.map(restart))
  }
  const onChange = (file: string): void => {
    for (const service of servicesOf(file, Object.keys(platform.services))) changed.add(service)
    if (changed.size === 0) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      restarting = restarting.then(restartChanged)
    }, settledMs)
  }

  const watchers = ['services', 'libs', 'protos'].map((area) =>
    watch(join(root, area), { recursive: true }, (_event, file) => {
      if (file && !file.includes('node_modules')) onChange(`${area}/${file.replaceAll('\\', '/')}`)
    }),
  )
  return {
    close: () => {
      clearTimeout(timer)
      for (const watcher of watchers) watcher.close()
    },
  }
}
