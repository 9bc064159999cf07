import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, describe, expect, it } from 'vitest'
import { reloadQueriesOf } from './reload-queries.ts'

const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } })
afterEach(() => client.clear())

/** Observes a query whose requests the test answers. */
const observe = () => {
  const requests: ((answer: string) => void)[] = []
  const queryFn = () => new Promise<string>((resolve) => requests.push(resolve))
  const observer = new QueryObserver(client, { queryKey: ['jobs', 'one'], queryFn })
  observer.subscribe(() => undefined)
  return { requests, shown: () => observer.getCurrentResult().data }
}

/** Lets the continuations of settled promises run. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 5))

describe('reloadQueriesOf', () => {
  it('reloads a query whose data changed during its first request', async () => {
    const { requests, shown } = observe()
    const reloaded = reloadQueriesOf(client, [['jobs']])
    requests[0]!('processing')
    await settle()
    expect(shown()).toBe('processing')
    requests[1]!('done')
    await reloaded
    expect(shown()).toBe('done')
    expect(requests).toHaveLength(2)
  })

  it('shows replies while changes keep arriving', async () => {
    const { requests, shown } = observe()
    requests[0]!('0 %')
    await settle()
    void reloadQueriesOf(client, [['jobs']])
    for (const _ of [1, 2, 3]) void reloadQueriesOf(client, [['jobs']])
    requests[1]!('10 %')
    await settle()
    expect(shown()).toBe('10 %')
    void reloadQueriesOf(client, [['jobs']])
    requests[2]!('20 %')
    await settle()
    expect(shown()).toBe('20 %')
    requests[3]!('done')
    await settle()
    expect(shown()).toBe('done')
    expect(requests).toHaveLength(4)
  })

  it('marks a query without observers as changed', async () => {
    let answer: (value: string) => void = () => undefined
    const loaded = client.fetchQuery({
      queryKey: ['jobs', 'list'],
      queryFn: () => new Promise<string>((resolve) => (answer = resolve)),
    })
    const reloaded = reloadQueriesOf(client, [['jobs']])
    answer('processing')
    await Promise.all([loaded, reloaded])
    expect(client.getQueryState(['jobs', 'list'])?.isInvalidated).toBe(true)
  })

  it('does not reload other queries', async () => {
    const { requests } = observe()
    requests[0]!('done')
    await settle()
    await reloadQueriesOf(client, [['clients'], ['sessions']])
    expect(requests).toHaveLength(1)
  })
})
