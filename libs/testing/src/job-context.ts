import type { JobContext } from '@wp/runtime'

/** Returns the context of a job that is never aborted. By default, a reported failure rejects the job. */
export const jobContext = (
  reportFailure: JobContext['reportFailure'] = (error) => {
    throw error
  },
): JobContext => ({ signal: new AbortController().signal, reportFailure })
