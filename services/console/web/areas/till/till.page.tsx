import { Link } from '@tanstack/react-router'
import type { TillSession } from '@workspace-platform/client/pos'
import { History } from 'lucide-react'
import { useState } from 'react'
import { LoadFailure } from '../../app/load-failure.tsx'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Page, PageContent } from '../../ui/page.tsx'
import { SimpleItem, SimpleList } from '../../ui/simple-list.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { OpenTillForm } from './open-till.form.tsx'
import { ownerOf } from '../../app/sales/pending-sales.ts'
import { RefusedSales } from './refused-sales.tsx'
import { SellScreen } from './sell-screen.tsx'
import { TillReport } from './till-report.tsx'
import { useOpenTills } from './till.queries.ts'

const storageKey = 'console.till'

/** The register of this browser: the previously chosen one, otherwise the only open one. */
const usedTill = (tills: readonly TillSession[], chosen: string | null): TillSession | null =>
  tills.find(({ id }) => id === chosen) ?? (tills.length === 1 ? tills[0]! : null)

export const TillPage = () => {
  const member = useMember()
  const { data: tills, error, refetch } = useOpenTills(ownerOf(member))
  const [chosen, setChosen] = useState(() => localStorage.getItem(storageKey))
  const [closed, setClosed] = useState<TillSession | null>(null)
  const choose = (id: string | null): void => {
    if (id) localStorage.setItem(storageKey, id)
    else localStorage.removeItem(storageKey)
    setChosen(id)
  }
  const till = tills && usedTill(tills, chosen)
  if (till && !closed)
    return (
      <SellScreen
        key={till.id}
        till={till}
        {...(tills.length > 1 && { onSwitch: () => choose('') })}
        onClosed={(session) => {
          choose(null)
          setClosed(session)
        }}
      />
    )
  return (
    <StartPage
      tills={tills}
      error={error}
      onRetry={() => void refetch()}
      onUse={choose}
      closed={closed}
      onDone={() => setClosed(null)}
    />
  )
}

type StartProps = {
  tills: readonly TillSession[] | undefined
  error: Error | null
  onRetry: () => void
  onUse: (id: string) => void
  closed: TillSession | null
  onDone: () => void
}

/** Shown while this browser has no till: opens a till or selects an open one. */
const StartPage = ({ tills, error, onRetry, onUse, closed, onDone }: StartProps) => {
  const text = useText()
  const format = useFormat()
  const member = useMember()
  const use = text(may(member, 'store.orders.manage') ? 'till.use' : 'till.show')
  return (
    <Page
      title={text('area.till')}
      actions={
        <Link to="/till/sessions" className={buttonClass({})}>
          <History aria-hidden="true" />
          {text('till.sessions')}
        </Link>
      }
    >
      <PageContent isNarrow>
        <RefusedSales till={null} />
        {closed && <TillReport session={closed} onDone={onDone} />}
        {error && !tills ? (
          <LoadFailure error={error} onRetry={onRetry} />
        ) : !tills ? (
          <Card title={text('till.openTitle')}>
            <Skeleton lines={4} />
          </Card>
        ) : (
          !closed && (
            <>
              {tills.length > 0 && (
                <Card title={text('till.openTills')}>
                  <SimpleList>
                    {tills.map(({ id, register, createdAt }) => (
                      <SimpleItem
                        key={id}
                        title={register}
                        detail={text('till.openSince', { time: format.dateTime(createdAt) })}
                        end={
                          <Button kind="primary" aria-label={`${use}: ${register}`} onClick={() => onUse(id)}>
                            {use}
                          </Button>
                        }
                      />
                    ))}
                  </SimpleList>
                </Card>
              )}
              <Card title={text('till.openTitle')}>
                <OpenTillForm onOpened={({ id }) => onUse(id)} />
              </Card>
            </>
          )
        )}
      </PageContent>
    </Page>
  )
}
