import type { Id } from '@wp/kernel'
import type { JobContext } from './jobs.ts'

/**
 * Calls `work` for each record in turn until the job is aborted. A failing record is reported, so that the
 * run counts as failed, but does not block the others.
 */
export const forEachRecord = async <Row extends { id: Id; workspaceId?: Id }>(
  { signal, reportFailure }: JobContext,
  records: Iterable<Row> | AsyncIterable<Row>,
  work: (record: Row) => Promise<unknown>,
): Promise<void> => {
  for await (const record of records) {
    if (signal.aborted) return
    await work(record).catch((error: unknown) => reportFailure(error, record))
  }
}
