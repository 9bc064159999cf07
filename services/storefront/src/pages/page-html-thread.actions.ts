import { parentPort } from 'node:worker_threads'
import { cleanHtml } from './page-html.rules.ts'

/** Answers the texts of `openHtmlCleaner` in their order. */
parentPort!.on('message', (html: string) => parentPort!.postMessage(cleanHtml(html)))
