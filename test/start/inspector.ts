type Message = { id?: number; method?: string; params?: Record<string, unknown>; result?: unknown }

/** Connects to the debugging port of a process like a debugger does. */
export const attachDebugger = async (port: number) => {
  const reply = await fetch(`http://127.0.0.1:${port}/json`)
  const [target] = (await reply.json()) as { webSocketDebuggerUrl: string }[]
  const socket = new WebSocket(target!.webSocketDebuggerUrl)
  const answers = new Map<number, (result: unknown) => void>()
  const events: Message[] = []
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message
    if (message.id === undefined) events.push(message)
    else answers.get(message.id)?.(message.result)
  })
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  let count = 0
  return {
    send: (method: string, params: object = {}): Promise<unknown> => {
      count += 1
      const { promise, resolve } = Promise.withResolvers<unknown>()
      answers.set(count, resolve)
      socket.send(JSON.stringify({ id: count, method, params }))
      return promise
    },
    /** Returns the parameters of the events with a name that arrived so far. */
    received: (name: string) => events.filter(({ method }) => method === name).map(({ params }) => params!),
    close: () => socket.close(),
  }
}
