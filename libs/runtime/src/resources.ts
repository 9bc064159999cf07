import type { Logger } from '@wp/telemetry'

export type Closable = { close(): unknown }

/** What was opened, to be closed the latest first. A failure to close is logged and does not keep the others open. */
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
          logger.error({ err: error, resource: last.name }, 'could not be closed')
        }
      }
    },
  }
}

export type ResourceList = ReturnType<typeof createResourceList>
