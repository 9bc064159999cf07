import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query'
import { labs } from '@workspace-platform/client/labs'
import { useLiveQueries } from '../../app/live.ts'
import { loadPages, pageSize } from '../../app/load-pages.ts'
import { reloadQueries } from '../../app/query-client.ts'
import { platform } from '../../app/session.ts'

const calls = platform.use(labs)

export const { createAnalysis, updateAnalysis, deactivateAnalysis, restoreAnalysis } = calls
export const { createRange, updateRange, deleteRange } = calls
export const { createLabUnit, updateLabUnit, deactivateLabUnit, restoreLabUnit } = calls
export const { createLabCoupon, updateLabCoupon, deleteLabCoupon } = calls
export const { seedTestSamples, putDesignResult, evaluateDesignResult } = calls

type Listed = { search?: string | undefined; includeDeleted?: boolean }

/** Keeps the catalog up to date. Analyses show the names of their units. */
const useLiveAnalyses = (): void => {
  useLiveQueries('lab_analyses', true, 'lab_analyses')
  useLiveQueries('lab_units', true, 'lab_analyses')
}

export const useAnalyses = ({ search, includeDeleted = false }: Listed) => {
  useLiveAnalyses()
  return useInfiniteQuery({
    queryKey: ['lab_analyses', 'list', search, includeDeleted],
    queryFn: ({ pageParam, signal }) =>
      calls.listAnalyses({
        query: { after: pageParam, limit: pageSize, includeDeleted, ...(search && { search }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.nextCursor ?? undefined,
  })
}

/** All analyses, for a choice. */
export const useAllAnalyses = () => {
  useLiveAnalyses()
  return useQuery({
    queryKey: ['lab_analyses', 'all'],
    queryFn: ({ signal }) =>
      loadPages(async (after) => {
        const { analyses, pagination } = await calls.listAnalyses({
          query: { after, limit: pageSize },
          signal,
        })
        return { items: analyses, next: pagination.nextCursor ?? null }
      }),
  })
}

/** Analyses that can be ordered, by the beginnings of their names. */
export const useAnalysisSearch = (search: string) =>
  useQuery({
    queryKey: ['lab_analyses', 'search', search],
    queryFn: ({ signal }) =>
      calls.listAnalyses({ query: { after: '', limit: 20, ...(search && { search }) }, signal }),
    select: ({ analyses }) => analyses,
    placeholderData: (before) => before,
  })

const analysisQuery = (analysisId: string) => ({
  queryKey: ['lab_analyses', 'one', analysisId],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await calls.getAnalysis({ params: { analysisId }, signal })).analysis,
})

export const useAnalysis = (analysisId: string) => {
  useLiveAnalyses()
  return useQuery(analysisQuery(analysisId))
}

/** The ranges of the loaded analyses by id. */
export const useRanges = (analysisIds: readonly string[], isNeeded: boolean) => {
  useLiveQueries('lab_analyses', isNeeded, 'lab_analyses')
  return useQueries({
    queries: isNeeded ? [...new Set(analysisIds)].map(analysisQuery) : [],
    combine: (results) =>
      new Map(results.flatMap(({ data }) => (data ? [[data.id, data.ranges] as const] : []))),
  })
}

export const useUnits = (includeDeleted = false) => {
  useLiveQueries('lab_units', true, 'lab_units')
  return useQuery({
    queryKey: ['lab_units', includeDeleted],
    queryFn: ({ signal }) =>
      loadPages(async (after) => {
        const { labUnits, pagination } = await calls.listLabUnits({
          query: { after, limit: pageSize, includeDeleted },
          signal,
        })
        return { items: labUnits, next: pagination.nextCursor ?? null }
      }),
  })
}

export const useCoupons = (includeDeleted = false) => {
  useLiveQueries('lab_coupons', true, 'lab_coupons')
  return useQuery({
    queryKey: ['lab_coupons', includeDeleted],
    queryFn: ({ signal }) => calls.listLabCoupons({ query: { includeDeleted }, signal }),
    select: ({ labCoupons }) => labCoupons,
  })
}

export const useSamples = () =>
  useQuery({
    queryKey: ['lab_samples'],
    queryFn: ({ signal }) =>
      loadPages(async (after) => {
        const { testSamples, pagination } = await calls.listTestSamples({
          query: { after, limit: pageSize },
          signal,
        })
        return { items: testSamples, next: pagination.nextCursor ?? null }
      }),
  })

/** The design of a test of the catalog; null if it has none. `fetchFromExternal` asks the catalog first. */
export const loadDesign = (testId: number, fetchFromExternal: boolean, signal?: AbortSignal) =>
  calls.getDesignResult({ params: { testId }, query: { fetchFromExternal }, ...(signal && { signal }) })

type Resource = 'lab_analyses' | 'lab_units' | 'lab_coupons' | 'lab_samples' | 'lab_designs'

export const reload = (...resources: Resource[]): Promise<void> =>
  reloadQueries(...resources.map((name) => [name]))
