import { newStaff } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'
import { bookable, newSalon, unknownId } from './salon.ts'

describe('/workspace/:workspaceId/sessions/:sessionId/notes', () => {
  it('creates a note with the caller as author, then updates and deletes it', async () => {
    const salon = await newSalon()
    const { api, ownerAccountId } = salon
    const { booking } = await bookable(salon)
    const sessionId = (await api.createSession(booking)).body.session.id
    const params = { sessionId }
    const made = await api.createSessionNote({ params, body: { body: ' Likes tea ' } })
    expect(made.status).toBe(201)
    const { note } = made.body
    expect(note).toMatchObject({ body: 'Likes tea', authorId: ownerAccountId })
    expect(note.authorName).not.toBe('')
    const own = { params: { sessionId, noteId: note.id } }
    const changed = await api.updateSessionNote({ ...own, body: { body: 'Likes coffee' } })
    expect(changed.body.note).toEqual({ ...note, body: 'Likes coffee' })
    expect((await api.updateSessionNote({ ...own, body: {} })).body.note).toEqual(changed.body.note)
    const second = (await api.createSessionNote({ params, body: { body: 'Late' } })).body.note
    expect((await api.getSession({ params })).body.session.notes).toEqual([changed.body.note, second])
    expect((await api.deleteSessionNote(own)).status).toBe(204)
    expect((await api.getSession({ params })).body.session.notes).toEqual([second])
    expect(await api.deleteSessionNote(own)).toFailWith(404, 'NOT_FOUND')
    expect(await api.updateSessionNote({ ...own, body: { body: 'x' } })).toFailWith(404, 'NOT_FOUND')
  })

  it('allows only the author and the owner to change or delete a note', async () => {
    const salon = await newSalon()
    const { booking } = await bookable(salon)
    const params = { sessionId: (await salon.api.createSession(booking)).body.session.id }
    const may = ['sessions.view', 'sessions.update']
    const [author, colleague] = [await newStaff(salon, may, contract), await newStaff(salon, may, contract)]
    const { note } = (await author.api.createSessionNote({ params, body: { body: 'Allergic' } })).body
    const its = { params: { ...params, noteId: note.id } }
    const rewritten = { ...its, body: { body: 'Not allergic' } }
    expect(await colleague.api.updateSessionNote(rewritten)).toFailWith(403, 'FORBIDDEN')
    expect(await colleague.api.deleteSessionNote(its)).toFailWith(403, 'FORBIDDEN')
    expect((await author.api.updateSessionNote({ ...its, body: { body: 'Allergic to dye' } })).status).toBe(
      200,
    )
    expect((await salon.api.updateSessionNote({ ...its, body: { body: 'Allergic!' } })).status).toBe(200)
    expect((await author.api.deleteSessionNote(its)).status).toBe(204)
  })

  it('returns 422 for blank text, 400 for a wrong type and 404 for an unknown session', async () => {
    const salon = await newSalon()
    const { api } = salon
    const { booking } = await bookable(salon)
    const params = { sessionId: (await api.createSession(booking)).body.session.id }
    const { note } = (await api.createSessionNote({ params, body: { body: 'Late' } })).body
    const own = { params: { ...params, noteId: note.id } }
    expect(await api.updateSessionNote({ ...own, body: { body: '' } })).toFailWith(422, 'VALIDATION_FAILED')
    expect(await api.updateSessionNote.raw({ ...own, body: { body: 5 } })).toFailWith(400, 'INVALID_REQUEST')
    expect(await api.createSessionNote({ params, body: { body: ' ' } })).toFailWith(422, 'VALIDATION_FAILED')
    expect(await api.createSessionNote.raw({ params, body: {} })).toFailWith(400, 'INVALID_REQUEST')
    const unknown = { params: { sessionId: unknownId, noteId: note.id } }
    expect(await api.createSessionNote({ ...unknown, body: { body: 'x' } })).toFailWith(404, 'NOT_FOUND')
    expect(await api.deleteSessionNote(unknown)).toFailWith(404, 'NOT_FOUND')
  })

  it('stores all notes of twenty concurrent requests', async () => {
    const salon = await newSalon()
    const { booking } = await bookable(salon)
    const params = { sessionId: (await salon.api.createSession(booking)).body.session.id }
    const texts = Array.from({ length: 20 }, (_, index) => `Note ${index}`)
    await Promise.all(texts.map((body) => salon.api.createSessionNote({ params, body: { body } })))
    const { notes } = (await salon.api.getSession({ params })).body.session
    expect(new Set(notes.map(({ body }) => body))).toEqual(new Set(texts))
  })
})
