import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { contests } from '@workspace-platform/client/contests'
import { useLiveQueries } from '../../app/live.ts'
import { pageSize } from '../../app/load-pages.ts'
import { reloadQueries } from '../../app/query-client.ts'
import { platform } from '../../app/session.ts'

const { listContests, getContest, listAttempts, getAttemptAnswers, getLeaderboard, ...calls } =
  platform.use(contests)

export const { createContest, updateContest, deleteContest, deleteAttempt } = calls

/** Pages of contests, newest first, kept up to date. */
export const useContests = () => {
  useLiveQueries('contests', true, 'contests')
  return useInfiniteQuery({
    queryKey: ['contests', 'list'],
    queryFn: ({ pageParam, signal }) =>
      listContests({ query: { after: pageParam, limit: pageSize }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.nextCursor ?? undefined,
  })
}

export const useContest = (contestId: string) => {
  useLiveQueries('contests', true, 'contests')
  return useQuery({
    queryKey: ['contests', 'one', contestId],
    queryFn: ({ signal }) => getContest({ params: { contestId }, signal }),
    select: ({ contest }) => contest,
  })
}

type AttemptStatus = 'in-progress' | 'submitted'

export const useAttempts = (contestId: string, status: AttemptStatus | null) => {
  useLiveQueries('attempts', true, 'attempts')
  return useInfiniteQuery({
    queryKey: ['attempts', 'list', contestId, status],
    queryFn: ({ pageParam, signal }) =>
      listAttempts({
        params: { contestId },
        query: { after: pageParam, limit: pageSize, ...(status && { status }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.nextCursor ?? undefined,
  })
}

export const useAnswers = (contestId: string, attemptId: string) =>
  useQuery({
    queryKey: ['attempts', 'answers', attemptId],
    queryFn: ({ signal }) => getAttemptAnswers({ params: { contestId, attemptId }, signal }),
    select: ({ items }) => items,
  })

/** Ranks are positions, so the leaderboard has page numbers instead of cursors. */
export const useLeaderboard = (contestId: string) => {
  useLiveQueries('attempts', true, 'attempts')
  return useInfiniteQuery({
    queryKey: ['attempts', 'leaderboard', contestId],
    queryFn: ({ pageParam, signal }) =>
      getLeaderboard({ params: { contestId }, query: { page: pageParam, limit: pageSize }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) =>
      pagination.page !== undefined && pagination.page < pagination.totalPages
        ? pagination.page + 1
        : undefined,
  })
}

/** Returns all attempts of a contest as a file. */
export const exportAttempts = (contestId: string): Promise<Blob> =>
  listAttempts.as('text/csv', { params: { contestId } })

export const reloadContests = (): Promise<void> => reloadQueries(['contests'], ['attempts'])
