import { describe, expect, it } from 'vitest'
import { newClient, newSalon, unknownId } from './salon.ts'

/** Shared by tests whose requests are all rejected. */
const refusing = newSalon()

describe('/workspace/:workspaceId/clients', () => {
  it('creates a client with only a name and sets the other fields to null', async () => {
    const { api, workspaceId } = await newSalon()
    const made = await api.createClient({ name: 'Ali Hassan' })
    expect(made.status).toBe(201)
    expect(made.body.client).toMatchObject({
      workspaceId,
      name: 'Ali Hassan',
      email: null,
      phone: null,
      dateOfBirth: null,
      gender: null,
      notes: null,
      discount: null,
      language: null,
    })
  })

  it('stores the date of birth, gender and discount, clears fields set to null and rejects an empty name', async () => {
    const { api } = await newSalon()
    const fields = {
      email: 'ali@example.com',
      dateOfBirth: '1990-02-28',
      gender: 'male',
      discount: { kind: 'percentage', value: 12.5 },
      language: 'ar',
    } as const
    const { client } = (await api.createClient({ name: 'Ali', ...fields, email: ' ALI@Example.com ' })).body
    expect(client).toMatchObject(fields)
    const params = { clientId: client.id }
    const changed = await api.updateClient({ params, body: { discount: null, gender: 'female' } })
    expect(changed.body.client).toMatchObject({ ...fields, discount: null, gender: 'female' })
    expect((await api.getClient({ params })).body.client).toEqual(changed.body.client)
    expect(await api.updateClient({ params, body: { name: '' } })).toFailWith(422, 'VALIDATION_FAILED')
  })

  it('finds clients by the beginning of words in name, email and phone, ignoring case and accents', async () => {
    const { api } = await newSalon()
    await api.createClient({ name: 'Ali Zaki', email: 'zed@example.com', phone: '+20100' })
    await api.createClient({ name: 'مريم Ben', email: 'm@example.com' })
    const found = async (search: string) =>
      (await api.listClients({ query: { search } })).body.clients.map(({ name }) => name)
    expect(await found('ALI')).toEqual(['Ali Zaki'])
    expect(await found('za')).toEqual(['Ali Zaki'])
    expect(await found('zed@')).toEqual(['Ali Zaki'])
    expect(await found('+201')).toEqual(['Ali Zaki'])
    expect(await found('٢٠١')).toEqual(['Ali Zaki'])
    expect(await found('۲۰۱')).toEqual(['Ali Zaki'])
    expect(await found('مر')).toEqual(['مريم Ben'])
    expect(await found('zak ali')).toEqual(['Ali Zaki'])
    expect(await found('ali ben')).toEqual([])
    await api.createClient({ name: 'Éloïse أحمد' })
    for (const search of ['eloise', 'ÉLOÏSE', 'احمد', 'أحـمَد elo'])
      expect(await found(search)).toEqual(['Éloïse أحمد'])
    expect(await found('ki')).toEqual([])
    // Sorts between two of Ali's keys, but is a prefix of neither.
    expect(await found('p')).toEqual([])
  })

  it('returns 404 for a client after it was deleted', async () => {
    const { api } = await newSalon()
    const params = { clientId: (await newClient({ api })).id }
    expect((await api.deleteClient({ params })).status).toBe(204)
    expect(await api.getClient({ params })).toFailWith(404, 'NOT_FOUND')
    expect(await api.deleteClient({ params })).toFailWith(404, 'NOT_FOUND')
    expect(await api.updateClient({ params, body: { name: 'B' } })).toFailWith(404, 'NOT_FOUND')
    expect((await api.listClients()).body.clients).toEqual([])
  })

  it.each([
    ['no name', {}, 400, 'name'],
    ['a blank name', { name: '  ' }, 422, 'name'],
    ['an email without @', { name: 'A', email: 'none' }, 422, 'email'],
    ['a date of birth that does not exist', { name: 'A', dateOfBirth: '1990-02-30' }, 400, 'dateOfBirth'],
    ['a date of birth in the future', { name: 'A', dateOfBirth: '2999-01-01' }, 422, 'dateOfBirth'],
    ['an unknown gender', { name: 'A', gender: 'x' }, 422, 'gender'],
    [
      'a discount above 100 %',
      { name: 'A', discount: { kind: 'percentage', value: 101 } },
      422,
      'discount.value',
    ],
    [
      'a discount with more decimal places than the currency',
      { name: 'A', discount: { kind: 'fixed', value: 1.005 } },
      422,
      'discount.value',
    ],
    ['a discount of 1e300', { name: 'A', discount: { kind: 'fixed', value: 1e300 } }, 422, 'discount.value'],
    [
      'a percentage with five decimal places',
      { name: 'A', discount: { kind: 'percentage', value: 1.00001 } },
      422,
      'discount.value',
    ],
    ['a query operator instead of a name', { name: { $ne: '' } }, 400, 'name'],
  ])('rejects a client with %s', async (_what, body, status, path) => {
    const { api } = await refusing
    const code = status === 400 ? 'INVALID_REQUEST' : 'VALIDATION_FAILED'
    expect(await api.createClient.raw({ body })).toFailWith(status, code, { path })
  })

  it('returns 400 for an invalid page or cursor and 404 for an unknown id', async () => {
    const { api } = await newSalon()
    for (const page of ['0', '0x1', '1e0', ' 1', ''])
      expect(await api.listClients.raw({ query: { page } })).toFailWith(400, 'INVALID_REQUEST', {
        path: 'page',
      })
    expect(await api.listClients({ query: { after: 'nonsense' } })).toFailWith(400, 'INVALID_REQUEST')
    expect(await api.getClient({ params: { clientId: unknownId } })).toFailWith(404, 'NOT_FOUND')
  })
})
