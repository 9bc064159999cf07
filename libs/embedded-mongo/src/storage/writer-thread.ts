import { parentPort, workerData } from 'node:worker_threads'
import { addTo, unpack } from './operations.ts'
import { openStore } from './store.ts'

/** A request to the thread: packed operations for one commit, or null to end the thread. */
export type ThreadRequest = { bytes: ArrayBuffer; end: number }[] | null

export interface ThreadAnswer {
  error?: string
}

const { root, tables } = openStore(workerData as string)
const port = parentPort!

port.on('message', (request: ThreadRequest) => {
  if (request === null) {
    void root.close().then(() => port.close())
    return
  }
  const answer: ThreadAnswer = {}
  try {
    root.transactionSync(() => {
      for (const operation of unpack(request)) {
        const { table, key } = operation
        const value = 'add' in operation ? addTo(tables[table].get(key), operation.add) : operation.value
        if (value === undefined) tables[table].removeSync(key)
        else tables[table].putSync(key, value)
      }
    })
  } catch (error) {
    answer.error = error instanceof Error ? error.message : String(error)
  }
  port.postMessage(answer)
})
