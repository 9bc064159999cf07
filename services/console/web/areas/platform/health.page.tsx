import { LoadFailure } from '../../app/load-failure.tsx'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page, PageContent } from '../../ui/page.tsx'
import { SimpleItem, SimpleList } from '../../ui/simple-list.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useHealth } from './platform.queries.ts'

/** Which services answer requests, and with how many replicas. */
export const Health = () => {
  const text = useText()
  const format = useFormat()
  const { data, error, refetch, dataUpdatedAt } = useHealth()
  const services = Object.entries(data?.services ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return (
    <Page title={text('area.health')}>
      <PageContent isNarrow>
        {error && !data ? (
          <LoadFailure error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <Card title={text('platform.services')}>
            <Skeleton lines={10} />
          </Card>
        ) : (
          <>
            <Notice tone={data.status === 'ok' ? 'ok' : 'bad'}>
              {text(data.status === 'ok' ? 'platform.healthy' : 'platform.degraded')}{' '}
              {text('platform.checkedAt', { time: format.timeAt(new Date(dataUpdatedAt).toISOString()) })}
            </Notice>
            <Card title={text('platform.services')}>
              <SimpleList>
                {services.map(([name, replicas]) => (
                  <SimpleItem
                    key={name}
                    title={<bdi dir="ltr">{name}</bdi>}
                    detail={text('platform.replicas', { count: replicas })}
                    end={
                      <Badge tone={replicas > 0 ? 'ok' : 'bad'}>
                        {text(replicas > 0 ? 'platform.up' : 'platform.down')}
                      </Badge>
                    }
                  />
                ))}
              </SimpleList>
            </Card>
          </>
        )}
      </PageContent>
    </Page>
  )
}
