import { useQuery } from '@tanstack/react-query'
import { scheduling } from '@workspace-platform/client/scheduling'
import { useLiveQueries } from '../../app/live.ts'
import { reloadQueries } from '../../app/query-client.ts'
import { platform } from '../../app/session.ts'
import type { FieldKind } from './custom-field.rules.ts'

export const schedulingCalls = platform.use(scheduling)

export const useHolidays = () => {
  useLiveQueries('holidays', true, 'holidays')
  return useQuery({
    queryKey: ['holidays'],
    queryFn: ({ signal }) => schedulingCalls.listHolidays({ signal }),
    select: ({ holidays }) => holidays,
  })
}

export const reloadHolidays = (): Promise<void> => reloadQueries(['holidays'])

export const useCustomFields = (kind: FieldKind, isAllowed: boolean) =>
  useQuery({
    queryKey: ['custom-fields', kind],
    queryFn: ({ signal }) => {
      const call = { query: { limit: 100 }, signal }
      return kind === 'session'
        ? schedulingCalls.listSessionFields(call)
        : schedulingCalls.listStaffFields(call)
    },
    select: ({ fields }) => fields,
    enabled: isAllowed,
  })

export const reloadCustomFields = (): Promise<void> => reloadQueries(['custom-fields'])
