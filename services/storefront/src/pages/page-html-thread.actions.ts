import { parentPort } from 'node:worker_threads'
import { cleanHtml } from './page-html.rules.ts'

/** Sanitizes the texts that `openHtmlCleaner` sends and replies in the same order. */
parentPort!.on('message', (html: string) => parentPort!.postMessage(cleanHtml(html)))
