import type { Logger } from '@wp/telemetry'

export type Closable = { close(): unknown }

/**
 * Returns a list of resources, which are closed in reverse order. If one fails to close, the error is logged and the
 * others are still closed.
 */
export const createResourceList = (logger: Logger) => {
  const opened: { name: string; close: () => unknown }[] = []
  return {
    add: (name: string, close: () => unknown): void => {
      opened.push({ name, close })
    },
    closeAll: async (): Promise<void> => {
      for (let last = opened.pop(); last; last = opened.pop()) {
        try {
          await last.close()
        } catch (error) {
          logger.error(
            { err: error, resource: last.name },
            'failed to close a resource; continuing with the others',
          )
        }
      }
    },
  }
}

export type ResourceList = ReturnType<typeof createResourceList>
