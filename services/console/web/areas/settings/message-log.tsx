import type { CustomerMessage } from '@workspace-platform/client/identity'
import { Mail } from 'lucide-react'
import { useState } from 'react'
import { ListBody } from '../../app/list-body.tsx'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Select } from '../../ui/field.tsx'
import { SimpleItem, SimpleList } from '../../ui/simple-list.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useMessageLog } from './settings.queries.ts'
import styles from './settings.module.css'

const statuses = ['queued', 'sent', 'failed', 'bounced', 'skipped'] as const
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
  const [status, setStatus] = useState<Status | ''>('')
  const log = useMessageLog(status)
  const messages = log.data?.pages.flatMap((page) => page.messages) ?? []
  return (
    <Card title={text('settings.view.log')}>
      <div className={styles['stack']}>
        <Select
          label={text('settings.status')}
          choices={[
            { value: '', label: text('settings.all') },
            ...statuses.map((value) => ({ value, label: text(`settings.status.${value}`) })),
          ]}
          value={status}
          onChange={({ target }) => setStatus(statuses.find((each) => each === target.value) ?? '')}
        />
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
