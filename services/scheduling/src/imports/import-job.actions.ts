import type { ImportJobs, StagedImport } from '@wp/imports'
import { AppError } from '@wp/kernel'
import type { storefrontService } from '@wp/protos'
import type { RpcClient } from '@wp/rpc'
import type { Job } from '@wp/storefront/contract'
import { toJob } from './import-job.view.ts'

export type StagedImportJob = StagedImport<Job>

/** Keeps the jobs of imports in storefront, which owns all jobs. */
export const importJobs = (
  storefront: Pick<RpcClient<typeof storefrontService.definition>, 'saveImportJob'>,
): ImportJobs<Job> => ({
  save: async ({ id: jobId, meta, ...state }) => {
    const request = { ...state, jobId, ...(meta && { metaJson: JSON.stringify(meta) }) }
    const { job } = await storefront.saveImportJob(request)
    if (!job) throw new AppError('INTERNAL', 'Storefront returned no job')
    return toJob(job)
  },
})
