import type { CustomerMessage } from '@workspace-platform/client/identity'
import { Mail } from 'lucide-react'
import { useState } from 'react'
import { ListBody } from '../../app/list-body.tsx'
import { without } from '../../app/search-parameter.rules.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { SimpleItem, SimpleList } from '../../ui/simple-list.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useMessageLog } from './settings.queries.ts'
import styles from './settings.module.css'

const statuses = ['queued', 'sent', 'failed', 'bounced', 'skipped'] as const
const types = [
  'booking.confirmed',
  'booking.changed',
  'booking.cancelled',
  'booking.reminder',
  'order.received',
  'order.confirmed',
  'order.fulfilled',
  'order.cancelled',
  'order.refunded',
  'invoice.sent',
  'lab_report.ready',
] as const satisfies readonly CustomerMessage['type'][]
type Status = CustomerMessage['status']

const tones: Record<Status, Tone> = {
  queued: 'accent',
  sent: 'ok',
  failed: 'bad',
  bounced: 'bad',
  skipped: 'neutral',
}

export const MessageLog = () => {
  const text = useText()
  const [filter, setFilter] = useState<Parameters<typeof useMessageLog>[0]>({})
  const log = useMessageLog(filter)
  const set = <Name extends 'type' | 'status'>(name: Name, value: CustomerMessage[Name] | undefined): void =>
    setFilter((before) => ({ ...without(before, name), ...(value && { [name]: value }) }))
  const messages = log.data?.pages.flatMap((page) => page.messages) ?? []
  return (
    <Card title={text('settings.view.log')}>
      <div className={styles['stack']}>
        <div className={styles['line']}>
          <FilterSelect
            label={text('settings.message')}
            value={filter.type ?? ''}
            all={text('settings.all')}
            choices={types.map((value) => ({ value, label: text(`settings.message.${value}`) }))}
            onChange={(chosen) =>
              set(
                'type',
                types.find((each) => each === chosen),
              )
            }
          />
          <FilterSelect
            label={text('settings.status')}
            value={filter.status ?? ''}
            all={text('settings.all')}
            choices={statuses.map((value) => ({ value, label: text(`settings.status.${value}`) }))}
            onChange={(chosen) =>
              set(
                'status',
                statuses.find((each) => each === chosen),
              )
            }
          />
        </div>
        <ListBody
          query={log}
          isEmpty={messages.length === 0}
          isCompact
          none={{ icon: Mail, title: text('settings.noMessages'), text: text('settings.noMessagesText') }}
          skeleton={<Skeleton lines={6} />}
        >
          <SimpleList>
            {messages.map((message) => (
              <MessageItem key={message.id} message={message} />
            ))}
          </SimpleList>
        </ListBody>
        {log.hasNextPage && (
          <Button isBusy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            {text('settings.more')}
          </Button>
        )}
      </div>
    </Card>
  )
}

const MessageItem = ({ message }: { message: CustomerMessage }) => {
  const text = useText()
  const format = useFormat()
  const { type, recipient, status, reason, createdAt, sentAt, channel } = message
  return (
    <SimpleItem
      title={text(`settings.message.${type}`)}
      detail={
        <>
          <bdi dir="ltr">{recipient}</bdi> · {text(`settings.channel.${channel}`)} ·{' '}
          {format.dateTime(sentAt ?? createdAt)}
          {reason && ` · ${text(`settings.reason.${reason}`)}`}
        </>
      }
      end={<Badge tone={tones[status]}>{text(`settings.status.${status}`)}</Badge>}
    />
  )
}
