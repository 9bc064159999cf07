import { useQuery } from '@tanstack/react-query'
import { identityCalls } from './session.ts'

const emailsStayMs = 10 * 60_000

/** The emails of platform admins by their id. Only super-admins may list admins. */
export const useAdminEmails = (isAllowed: boolean) =>
  useQuery({
    queryKey: ['platform', 'admin-emails'],
    queryFn: ({ signal }) => identityCalls.listAdmins({ query: { after: '', limit: 100 }, signal }),
    select: ({ admins }) => new Map(admins.map(({ id, email }) => [id, email])),
    enabled: isAllowed,
    staleTime: emailsStayMs,
  })
