import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { claimsDocument } from './claims.ts'
import { asyncApiDocument, openApiDocument, recordedDocument, webhookDocuments } from './documents.ts'
import { eventsPage } from './events-page.ts'

// Writes `events.html`, `recorded.json`, `route-claims.json` and `webhooks.json`, which the gateway cannot generate
// because it does not know the folders of the services, and the API documents for tools.
const folder = join(import.meta.dirname, '../dist')
const asyncApi = await asyncApiDocument()
const files = {
  'events.html': eventsPage(asyncApi),
  'openapi.v1.json': `${JSON.stringify(await openApiDocument(), null, 2)}\n`,
  'recorded.json': JSON.stringify(recordedDocument()),
  'route-claims.json': `${JSON.stringify(claimsDocument(), null, 2)}\n`,
  'webhooks.json': JSON.stringify(await webhookDocuments()),
  'asyncapi.v1.json': `${JSON.stringify(asyncApi, null, 2)}\n`,
}

mkdirSync(folder, { recursive: true })
for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
