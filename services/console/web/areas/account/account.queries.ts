import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { reloadQueries } from '../../app/query-client.ts'
import { identityCalls } from '../../app/session.ts'

export const useFactors = () =>
  useQuery({
    queryKey: ['factors'],
    queryFn: async ({ signal }) => {
      const [{ methods }, { count }] = await Promise.all([
        identityCalls.listMethods({ signal }),
        identityCalls.countBackupCodes({ signal }),
      ])
      return { methods: methods.filter(({ type }) => type !== 'backup-codes'), backupCodes: count }
    },
  })

export const reloadFactors = (): Promise<void> => reloadQueries(['factors'])

export const useLoginSessions = () =>
  useInfiniteQuery({
    queryKey: ['login-sessions'],
    queryFn: ({ pageParam, signal }) =>
      identityCalls.listLoginSessions({ query: { after: pageParam, limit: 20 }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.nextCursor ?? undefined,
  })

export const reloadLoginSessions = (): Promise<void> => reloadQueries(['login-sessions'])
