import { Worker } from 'node:worker_threads'
import { invalid } from '@wp/kernel'
import { cleanHtml } from './page-html.rules.ts'
import type { CleanedHtml } from './page-html.rules.ts'

export type HtmlCleaner = {
  /**
   * Returns sanitized HTML. Throws 422 for HTML that is too long, has too many tags or attributes, or is nested too
   * deeply.
   */
  clean: (html: string) => Promise<string>
  close: () => Promise<void>
}

/**
 * The most expensive HTML of this length takes less than 5 ms; HTML of the maximum length takes about 50 ms.
 */
const maxInlineLength = 1000
const heapMb = 64

type Waiting = { resolve: (cleaned: CleanedHtml) => void; reject: (error: Error) => void }

/**
 * Sanitizes short texts immediately, and longer ones, which would block other requests, one after another on a
 * separate thread. The thread is started for the first longer text and replaced after a failure.
 */
export const openHtmlCleaner = (maxInline = maxInlineLength): HtmlCleaner => {
  let thread: Worker | null = null
  /** The waiting callers, in the order in which their texts were sent to the thread. */
  let waiting: Waiting[] = []

  const startThread = (): Worker => {
    const started = new Worker(new URL('./page-html-thread.actions.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    })
    const fail = (error: Error) => {
      if (thread !== started) return
      thread = null
      for (const { reject } of waiting.splice(0)) reject(error)
    }
    started.on('message', (cleaned: CleanedHtml) => waiting.shift()?.resolve(cleaned))
    started.on('error', (error) => fail(error instanceof Error ? error : new Error(String(error))))
    started.on('exit', (code) => fail(new Error(`The thread that sanitizes HTML exited with code ${code}`)))
    return started
  }

  const cleanOnThread = (html: string): Promise<CleanedHtml> =>
    new Promise((resolve, reject) => {
      thread ??= startThread()
      waiting.push({ resolve, reject })
      thread.postMessage(html)
    })

  return {
    clean: async (html) => {
      const cleaned = html.length <= maxInline ? cleanHtml(html) : await cleanOnThread(html)
      if ('problem' in cleaned) throw invalid('content', cleaned.problem)
      return cleaned.html
    },
    close: async () => {
      await thread?.terminate()
    },
  }
}
