import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { identity } from '@workspace-platform/client/identity'
import { scheduling } from '@workspace-platform/client/scheduling'
import type { FieldSearch } from '../../app/field-filters.rules.ts'
import { useLiveQueries } from '../../app/live.ts'
import { loadPages, pageSize } from '../../app/load-pages.ts'
import { reloadQueries } from '../../app/query-client.ts'
import { platform } from '../../app/session.ts'

const calls = platform.use(scheduling)
const members = platform.use(identity)

export const { createStaff, updateStaff, deleteStaff, createCalendarFeed, deleteCalendarFeed } = calls
export const { createRole, updateRole, deleteRole, inviteStaff } = members

type StaffFilter = FieldSearch & { search?: string }

/** Pages of staff, newest first, kept up to date. */
export const useStaffList = (filter: StaffFilter) => {
  useLiveQueries('staff', true, 'staff')
  return useInfiniteQuery({
    queryKey: ['staff', 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      calls.listStaff({ query: { after: pageParam, limit: pageSize, ...filter }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.nextCursor ?? undefined,
  })
}

/** The number of staff who match; pages by cursor do not contain it. */
export const useStaffCount = (filter: StaffFilter) =>
  useQuery({
    queryKey: ['staff', 'count', filter],
    queryFn: ({ signal }) => calls.listStaff({ query: { page: 1, limit: 1, ...filter }, signal }),
    select: ({ pagination }) => pagination.total ?? null,
  })

export const useStaffMember = (staffId: string) => {
  useLiveQueries('staff', true, 'staff')
  return useQuery({
    queryKey: ['staff', 'one', staffId],
    queryFn: ({ signal }) => calls.getStaff({ params: { staffId }, signal }),
    select: ({ staff }) => staff,
  })
}

export const useStaffFields = () =>
  useQuery({
    queryKey: ['staff-fields'],
    queryFn: ({ signal }) =>
      loadPages(async (after) => {
        const { fields, pagination } = await calls.listStaffFields({
          query: { limit: pageSize, after },
          signal,
        })
        return { items: fields, next: pagination.nextCursor ?? null }
      }),
  })

export const useServices = (enabled: boolean) =>
  useQuery({
    queryKey: ['services', 'performed'],
    queryFn: ({ signal }) =>
      loadPages(async (after) => {
        const { services, pagination } = await calls.listServices({
          query: { scope: 'sessions', limit: pageSize, after },
          signal,
        })
        return { items: services, next: pagination.nextCursor ?? null }
      }),
    enabled,
  })

/** The roles, oldest first; only for users who may manage them. */
export const useRoles = (enabled: boolean) =>
  useQuery({
    queryKey: ['roles'],
    queryFn: ({ signal }) =>
      loadPages(async (after) => {
        const { roles, pagination } = await members.listRoles({ query: { limit: pageSize, after }, signal })
        return { items: roles, next: pagination.nextCursor ?? null }
      }),
    select: (roles) => roles.toReversed(),
    enabled,
  })

/** All permissions that a role can contain. */
export const usePermissions = () =>
  useQuery({
    queryKey: ['permissions'],
    queryFn: ({ signal }) => members.listPermissions({ signal }),
    select: ({ permissions }) => permissions,
    staleTime: Infinity,
  })

export const reloadStaff = (): Promise<void> => reloadQueries(['staff'])
export const reloadRoles = (): Promise<void> => reloadQueries(['roles'])
