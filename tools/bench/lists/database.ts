import { newId, systemClock } from '@wp/kernel'
import { openDatabase } from '@wp/mongo'
import type { Database, DatabaseOptions } from '@wp/mongo'
import { createLogger, createMetrics } from '@wp/telemetry'

/** Returns a function that opens an empty database on a server. */
export const databasesOn =
  (url: string) =>
  (options: Pick<DatabaseOptions, 'collections' | 'onPage'>): Promise<Database> =>
    openDatabase({
      url,
      name: `wp_lists_${newId()}`,
      clock: systemClock,
      logger: createLogger({ service: 'lists', level: 'fatal' }),
      metrics: createMetrics('lists'),
      ...options,
    })
