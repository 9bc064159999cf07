import * as storefront from '@wp/storefront/contract'
import { eventually, listEvents, newStaff, textForm } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'
import { newSalon, unknownId } from './salon.ts'
import type { Salon } from './salon.ts'

/** Waits until an import has ended and returns its job. */
const ended = ({ use }: Pick<Salon, 'use'>, jobId: string) =>
  eventually(async () => {
    const { job } = (await use(storefront).getJob({ params: { jobId } })).body
    expect(['done', 'failed']).toContain(job.status)
    return job
  })

const importClients = async (
  salon: Salon,
  text: string,
  query: { dryRun?: boolean; match?: 'externalId' | 'email' } = {},
) => {
  const { dryRun, ...rest } = query
  const reply = await salon.api.importClients({
    query: { ...rest, ...(dryRun && { dryRun: 'true' }) },
    body: textForm(text),
  })
  expect(reply.status).toBe(202)
  return ended(salon, reply.body.job.id)
}

const reportOf = async ({ token }: Salon, meta: Record<string, unknown> | null) => {
  const reply = await fetch(String(meta!['reportUrl']), { headers: { authorization: `Bearer ${token}` } })
  expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  return (await reply.text()).trim().split('\r\n')
}

const namesOf = async ({ api }: Salon) =>
  (await api.listClients({ query: { limit: 100 } })).body.clients
    .map(({ name, externalId }) => `${name} ${externalId}`)
    .toSorted()

describe('POST /workspace/:workspaceId/clients/import', () => {
  it('creates clients with all fields from CSV, and publishes the same events as single requests', async () => {
    const salon = await newSalon()
    const header =
      'Name;EMAIL;phone;dateOfBirth;gender;notes;discount.kind;discount.value;language;externalId'
    const row = '"Said; Mona";MONA@shop.example;+20100;1990-05-20;female;"two\nlines";fixed;2.5;ar;A-1'
    const { status, body } = await salon.api.importClients({
      body: textForm(`\ufeff${header}\r\n${row}\r\n`),
    })
    expect(status).toBe(202)
    expect(body.job).toMatchObject({ kind: 'client-import', productId: null, progress: 0, meta: null })
    const job = await ended(salon, body.job.id)
    expect(job).toMatchObject({
      status: 'done',
      progress: 100,
      meta: { created: 1, updated: 0, refused: 0, dryRun: false },
    })
    const [client] = (await salon.api.listClients()).body.clients
    expect(client).toMatchObject({
      name: 'Said; Mona',
      email: 'mona@shop.example',
      phone: '+20100',
      dateOfBirth: '1990-05-20',
      gender: 'female',
      notes: 'two\nlines',
      discount: { kind: 'fixed', value: 2.5 },
      language: 'ar',
      externalId: 'A-1',
    })
    const events = await listEvents('wp_scheduling', salon.workspaceId)
    const types = events.map(({ type, data }) => (data as { type?: string }).type ?? type)
    expect(types).toContain('client.created')
    expect(await reportOf(salon, job.meta)).toEqual(['row,field,message'])
  })

  it('updates clients by external id, keeps fields whose cells are empty, and clears fields with null in NDJSON', async () => {
    const salon = await newSalon()
    await importClients(salon, 'name,phone,notes,externalId\nMona,1,vip,A\nAli,2,,B\n')
    const again = await importClients(salon, 'name,phone,externalId\nMona Said,,A\n')
    expect(again.meta).toMatchObject({ created: 0, updated: 1, refused: 0 })
    const [, mona] = (await salon.api.listClients()).body.clients
    expect(mona).toMatchObject({ name: 'Mona Said', phone: '1', notes: 'vip' })
    await importClients(salon, '{"externalId":"A","notes":null}\n{"externalId":"C","name":"Sara"}\n')
    const { client } = (await salon.api.getClient({ params: { clientId: mona!.id } })).body
    expect(client).toMatchObject({ name: 'Mona Said', phone: '1', notes: null })
    expect(await namesOf(salon)).toEqual(['Ali B', 'Mona Said A', 'Sara C'])
  })

  it('matches clients by email, and rejects an email shared by several clients', async () => {
    const salon = await newSalon()
    for (const [name, email] of [
      ['Mona', 'mona@shop.example'],
      ['Ali', 'twin@shop.example'],
      ['Omar', 'twin@shop.example'],
    ] as const)
      await salon.api.createClient({ name, email })
    const text =
      'name,email,externalId\nMona S,MONA@shop.example,A\nX,twin@shop.example,\nNew,new@shop.example,A\n'
    const job = await importClients(salon, text, { match: 'email' })
    expect(job.meta).toMatchObject({ created: 0, updated: 1, refused: 2 })
    expect(await reportOf(salon, job.meta)).toEqual([
      'row,field,message',
      '3,email,must match only one of the clients',
      '4,externalId,already exists',
    ])
    expect(await namesOf(salon)).toEqual(['Ali null', 'Mona S A', 'Omar null'])
  })

  it('rejects rows with the same messages as single requests', async () => {
    const salon = await newSalon()
    const rows = [
      { name: '' },
      { name: 'A', email: 'none' },
      { name: 'A', dateOfBirth: '2999-01-01' },
      { name: 'A', gender: 'x', discount: { kind: 'percentage', value: 101 } },
      { email: 'a@shop.example' },
    ]
    const job = await importClients(salon, rows.map((row) => JSON.stringify(row)).join('\n'))
    expect(job.meta).toMatchObject({ created: 0, updated: 0, refused: 5 })
    const expected: string[] = []
    for (const [index, body] of rows.entries()) {
      const reply = await salon.api.createClient.raw({ body })
      const { error } = reply.body as unknown as { error: { details: { path: string; message: string }[] } }
      for (const { path, message } of error.details) {
        const cell = message.includes(',') ? `"${message}"` : message
        expected.push(`${index + 1},${path},${cell}`)
      }
    }
    expect(await reportOf(salon, job.meta)).toEqual(['row,field,message', ...expected])
  })

  it('reports what a dry run would do and changes nothing', async () => {
    const salon = await newSalon()
    await importClients(salon, 'name,externalId\nMona,A\n')
    const job = await importClients(salon, 'name,externalId\nM,A\nAli,B\nB,B\n,C\n', { dryRun: true })
    expect(job.meta).toMatchObject({ created: 1, updated: 2, refused: 1, dryRun: true })
    expect(await reportOf(salon, job.meta)).toEqual(['row,field,message', '5,name,is required'])
    expect(await namesOf(salon)).toEqual(['Mona A'])
  })

  it('returns the same job for the same Idempotency-Key, and 422 for another file or query', async () => {
    const salon = await newSalon()
    const headers = { 'idempotency-key': 'import-1' }
    const send = (text: string, query: { dryRun?: 'true' } = {}) =>
      salon.api.importClients({ headers, query, body: textForm(text) })
    const first = await send('name\nMona\n')
    expect(first.status).toBe(202)
    const again = await send('name\nMona\n')
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(await send('name\nAli\n')).toFailWith(422, 'IDEMPOTENCY_KEY_REUSED')
    expect(await send('name\nMona\n', { dryRun: 'true' })).toFailWith(422, 'IDEMPOTENCY_KEY_REUSED')
    await ended(salon, first.body.job.id)
    expect(await namesOf(salon)).toEqual(['Mona null'])
  })

  it('returns 409 while another client import is running, but not for services', async () => {
    const salon = await newSalon()
    const lines = Array.from({ length: 400 }, (_, index) => `N${index},X${index}`)
    const text = ['name,externalId', ...lines].join('\n')
    const [one, two, services] = await Promise.all([
      salon.api.importClients({ body: textForm(text) }),
      salon.api.importClients({ body: textForm(text) }),
      salon.api.importServices({ body: textForm('name\nCut\n') }),
    ])
    const [accepted, refused] = one.status === 202 ? [one, two] : [two, one]
    expect(accepted.status).toBe(202)
    expect(refused).toFailWith(409, 'CONFLICT')
    expect(services.status).toBe(202)
    const job = await ended(salon, accepted.body.job.id)
    expect(job.meta).toMatchObject({ created: 400, updated: 0, refused: 0 })
  })

  it.each([
    ['an unknown column', 'name,surname\nA,B\n', 'cannot contain the column surname'],
    ['no rows', 'name\n', 'must have at least one row'],
    ['a quote that is not closed', 'name,notes\nA,"b\n', 'must be valid CSV'],
    ['an empty file', '', 'must not be empty'],
  ])('rejects %s with 422 before a job exists', async (_, text, message) => {
    const salon = await newSalon()
    const reply = await salon.api.importClients({ body: textForm(text) })
    expect(reply).toFailWith(422, 'VALIDATION_FAILED', { path: 'file' })
    expect(JSON.stringify(reply.body)).toContain(message)
    expect((await salon.use(storefront).listJobs()).body.jobs).toEqual([])
  })

  it('rejects a request without a file, with an unknown match, or with more than 20 MiB', async () => {
    const { api } = await newSalon()
    expect(await api.importClients.raw({ body: new FormData() })).toFailWith(400, 'INVALID_REQUEST')
    const unknown = await api.importClients.raw({ query: { match: 'phone' }, body: textForm('name\nA\n') })
    expect(unknown).toFailWith(400, 'INVALID_REQUEST')
    const large = textForm(`name\n${'A\n'.repeat(11 * 1024 * 1024)}`)
    expect(await api.importClients.raw({ body: large })).toFailWith(413, 'PAYLOAD_TOO_LARGE')
  })

  it('requires clients.manage to import and clients.view to read the report', async () => {
    const salon = await newSalon()
    const viewer = await newStaff(salon, ['clients.view', 'jobs.view'], contract)
    const manager = await newStaff(salon, ['clients.manage', 'jobs.view'], contract)
    const other = await newStaff(salon, ['services.view'], contract)
    const refused = await viewer.api.importClients({ body: textForm('name\nMona\n') })
    expect(refused).toFailWith(403, 'FORBIDDEN')
    const { job } = (await manager.api.importClients({ body: textForm('name,notes\n,x\n') })).body
    await ended(salon, job.id)
    const { jobs } = (await salon.use(storefront).listJobs()).body
    const url = String(jobs[0]!.meta!['reportUrl'])
    const importId = url.split('/').at(-2)!
    const report = { params: { importId } }
    expect((await viewer.api.getClientImportReport(report)).body).toContain('2,name,is required')
    expect(await other.api.getClientImportReport(report)).toFailWith(403, 'FORBIDDEN')
    const stranger = await newSalon()
    expect(await stranger.api.getClientImportReport(report)).toFailWith(404, 'NOT_FOUND')
    expect(await salon.api.getServiceImportReport(report)).toFailWith(404, 'NOT_FOUND')
    expect(await salon.api.getClientImportReport({ params: { importId: unknownId } })).toFailWith(
      404,
      'NOT_FOUND',
    )
  })
})

describe('POST /workspace/:workspaceId/services/import', () => {
  it('creates and updates services, and rejects an inactive tax rate', async () => {
    const salon = await newSalon()
    const send = async (text: string) => {
      const { job } = (await salon.api.importServices({ body: textForm(text) })).body
      return ended(salon, job.id)
    }
    const text = `name,durationMinutes,price,isActive,bufferAfterMinutes,externalId,taxRateId
Cut,30,12.5,TRUE,10,S1,
Color,90,40,false,,S2,
Wash,x,1.23456,,,S3,
Dry,10,,,,S4,${unknownId}
`
    const job = await send(text)
    expect(job).toMatchObject({ kind: 'service-import', meta: { created: 2, updated: 0, refused: 2 } })
    expect(await reportOf(salon, job.meta)).toEqual([
      'row,field,message',
      '4,durationMinutes,must be a number',
      '4,price,must have at most 4 decimal places',
      '5,taxRateId,must be an active tax rate of the workspace',
    ])
    const params = { importId: String(job.meta!['reportUrl']).split('/').at(-2)! }
    expect((await salon.api.getServiceImportReport({ params })).body).toContain('4,durationMinutes,')
    expect((await send('externalId,price\nS1,15\n')).meta).toMatchObject({ updated: 1 })
    const { services } = (await salon.api.listServices()).body
    expect(services.map(({ name, price, isActive }) => [name, price, isActive])).toEqual([
      ['Color', 40, false],
      ['Cut', 15, true],
    ])
  })

  it('returns 400 without a file, 422 for an unknown column, and 409 while another import runs', async () => {
    const { api } = await newSalon()
    expect(await api.importServices.raw({ body: new FormData() })).toFailWith(400, 'INVALID_REQUEST')
    expect(await api.importServices({ body: textForm('id\nA\n') })).toFailWith(422, 'VALIDATION_FAILED')
    const replies = await Promise.all(
      ['Cut', 'Dry'].map((name) => api.importServices({ body: textForm(`name\n${name}\n`) })),
    )
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([202, 409]))
  })
})

describe('externalId', () => {
  it('is unique among the clients and services of a workspace, and free again after a deletion', async () => {
    const { api } = await newSalon()
    const { client } = (await api.createClient({ name: 'Mona', externalId: 'A' })).body
    expect(client.externalId).toBe('A')
    const { service } = (await api.createService({ name: 'Cut', externalId: 'A' })).body
    expect(await api.createClient({ name: 'Ali', externalId: 'A' })).toFailWith(409, 'CONFLICT', {
      path: 'externalId',
    })
    expect(await api.createService({ name: 'Dry', externalId: 'A' })).toFailWith(409, 'CONFLICT')
    const other = (await api.createClient({ name: 'Ali' })).body.client
    const taken = { params: { clientId: other.id }, body: { externalId: 'A' } }
    expect(await api.updateClient(taken)).toFailWith(409, 'CONFLICT')
    const wash = (await api.createService({ name: 'Wash' })).body.service
    const takenService = { params: { serviceId: wash.id }, body: { externalId: 'A' } }
    expect(await api.updateService(takenService)).toFailWith(409, 'CONFLICT')
    await api.deleteClient({ params: { clientId: client.id } })
    await api.deleteService({ params: { serviceId: service.id } })
    expect((await api.updateClient(taken)).body.client.externalId).toBe('A')
    expect((await api.updateService(takenService)).body.service.externalId).toBe('A')
  })
})
