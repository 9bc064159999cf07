import { useInfiniteQuery } from '@tanstack/react-query'
import { useText } from '../i18n/language.ts'
import { Button } from '../ui/button.tsx'
import { SimpleList } from '../ui/simple-list.tsx'
import { LoadFailure } from './load-failure.tsx'
import { MessageItem } from './message-item.tsx'
import { identityCalls } from './session.ts'

const followMs = 15_000

/** The messages about a record, newest first. Renders nothing while a record has no messages. */
const SentMessageList = ({ recordId }: { recordId: string }) => {
  const text = useText()
  const query = useInfiniteQuery({
    queryKey: ['messages', 'record', recordId],
    queryFn: ({ pageParam, signal }) =>
      identityCalls.listMessages({ query: { recordId, after: pageParam, limit: 20 }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.nextCursor ?? undefined,
    refetchInterval: followMs,
  })
  const messages = query.data?.pages.flatMap((page) => page.messages) ?? []
  if (query.isPending || (query.data && messages.length === 0)) return null
  return (
    <section>
      <h3>{text('message.sent')}</h3>
      {query.data ? (
        <SimpleList>
          {messages.map((message) => (
            <MessageItem key={message.id} message={message} />
          ))}
        </SimpleList>
      ) : (
        <LoadFailure isCompact error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.hasNextPage && (
        <Button isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {text('message.more')}
        </Button>
      )}
    </section>
  )
}

export default SentMessageList
