import type { LoginSession } from '@workspace-platform/client/identity'
import { useState } from 'react'
import { LoadFailure } from '../../app/load-failure.tsx'
import { identityCalls } from '../../app/session.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toProblem } from '../../ui/problem.ts'
import { SimpleItem, SimpleList } from '../../ui/simple-list.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { reloadLoginSessions, useLoginSessions } from './account.queries.ts'
import { toDevice } from './device.rules.ts'

/** Shows where the account is logged in, and ends login sessions. */
export const LoginSessions = () => {
  const text = useText()
  const query = useLoginSessions()
  const [failure, setFailure] = useState<unknown>(null)
  const sessions = query.data?.pages.flatMap((page) => page.sessions) ?? []
  const end = async (sessionId: string): Promise<void> => {
    setFailure(null)
    try {
      await identityCalls.endLoginSession({ params: { sessionId } })
    } catch (error) {
      setFailure(error)
    }
    await reloadLoginSessions()
  }
  return (
    <Card title={text('logins.title')}>
      {failure !== null && <Notice tone="bad">{toProblem(failure, text).message}</Notice>}
      {query.error && !query.data ? (
        <LoadFailure isCompact error={query.error} onRetry={() => void query.refetch()} />
      ) : !query.data ? (
        <Skeleton lines={3} />
      ) : (
        <SimpleList>
          {sessions.map((session) => (
            <SessionItem key={session.id} session={session} onEnd={() => end(session.id)} />
          ))}
        </SimpleList>
      )}
      {query.hasNextPage && (
        <Button isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {text('logins.more')}
        </Button>
      )}
    </Card>
  )
}

const SessionItem = ({ session, onEnd }: { session: LoginSession; onEnd: () => Promise<void> }) => {
  const text = useText()
  const format = useFormat()
  const [isBusy, setBusy] = useState(false)
  const { device, address, isCurrent, lastUsedAt } = session
  const { browser, system } = toDevice(device)
  const name = [browser, system].filter(Boolean).join(' • ') || text('logins.unknown')
  return (
    <SimpleItem
      title={name}
      detail={
        <>
          <span dir="ltr">{address}</span> • {text('logins.lastUsed', { when: format.ago(lastUsedAt) })}
        </>
      }
      end={
        isCurrent ? (
          <Badge tone="ok">{text('logins.current')}</Badge>
        ) : (
          <Button
            isBusy={isBusy}
            aria-label={text('logins.endNamed', { name })}
            onClick={() => {
              setBusy(true)
              void onEnd().finally(() => setBusy(false))
            }}
          >
            {text('logins.end')}
          </Button>
        )
      }
    />
  )
}
