import { useQueries } from '@tanstack/react-query'
import { useText } from '../i18n/language.ts'
import { identityCalls, useMember } from './session.ts'

const namesStayMs = 10 * 60_000

/**
 * Returns a function that names the account of a person: yourself, or a staff member or API key by its newest audit
 * entry. Only owners may read these; for others it returns null, as for people whose name is not known.
 */
export const useActorNames = (ids: readonly string[]): ((id: string) => string | null) => {
  const text = useText()
  const { account, workspace } = useMember()
  const mayRead = workspace !== null && account.role === 'owner'
  const others = mayRead ? [...new Set(ids)].filter((id) => id !== account.id) : []
  const found = useQueries({
    queries: others.map((actorId) => ({
      queryKey: ['audit', 'name', actorId],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        identityCalls.listWorkspaceAudit({ query: { actorId, after: '', limit: 1 }, signal }),
      staleTime: namesStayMs,
    })),
  })
  const names = new Map(others.map((id, index) => [id, found[index]?.data?.entries[0]?.actorName ?? null]))
  return (id) => (id === account.id ? text('person.you') : (names.get(id) ?? null))
}
