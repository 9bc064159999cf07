import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineRoute, open, toOpenApi, workspace, type Route } from '@wp/http'
import { findBreakingChanges } from './breaking-changes.ts'

type Method = Route['method']

const Reply = z.object({
  id: z.string(),
  status: z.enum(['open', 'done']),
  note: z.string().nullable(),
  tags: z.array(z.object({ name: z.string() })),
  extra: z.string().optional(),
})
const Body = z.object({
  name: z.string().max(20),
  kind: z.enum(['a', 'b']).optional(),
  count: z.int().optional(),
})
const Query = z.object({ search: z.string().optional(), from: z.string() })

type Parts = {
  method?: Method
  path?: `/${string}`
  body?: z.ZodType | null
  query?: z.ZodObject
  reply?: z.ZodType
  access?: Route['access']
  header?: boolean
}

const document = ({
  method = 'PUT',
  path = '/things/:thingId',
  body = Body,
  query = Query,
  reply = Reply,
  access = open(),
}: Parts = {}) =>
  toOpenApi(
    [
      defineRoute({
        id: 'thing',
        method,
        path,
        summary: 's',
        access,
        query,
        ...(body ? { body } : {}),
        replies: { 200: z.object({ thing: reply }) },
        fails: [400],
      }),
    ],
    { title: 't', version: '1' },
  )

const breaking = (after: Parts, before: Parts = {}) =>
  findBreakingChanges(document(before), document(after)).map(({ at, change }) => `${at}: ${change}`)

describe('findBreakingChanges', () => {
  it('returns nothing for an unchanged document or compatible additions', () => {
    expect(breaking({})).toEqual([])
    expect(
      breaking({
        path: '/things/:id',
        body: Body.extend({
          more: z.string().optional(),
          kind: z.enum(['a', 'b', 'c']).optional(),
          count: z.number().optional(),
        }),
        query: Query.extend({ sort: z.string().optional() }),
        reply: Reply.extend({ fresh: z.string(), status: z.enum(['open', 'done', 'late']) }),
      }),
    ).toEqual([])
  })

  const replyWithout = Reply.omit({ note: true })
  const cases: [string, Parts, string[]][] = [
    ['a removed endpoint', { path: '/other' }, [': the endpoint or its method was removed']],
    ['a changed method', { method: 'PATCH' }, [': the endpoint or its method was removed']],
    ['a removed reply field', { reply: replyWithout }, ['200.thing.note: the field was removed']],
    [
      'a removed field in a list',
      { reply: Reply.extend({ tags: z.array(z.object({})) }) },
      ['200.thing.tags[].name: the field was removed'],
    ],
    [
      'a changed reply type',
      { reply: Reply.extend({ id: z.number() }) },
      ['200.thing.id: its type changed from "string" to "number"'],
    ],
    [
      'a reply field made nullable',
      { reply: Reply.extend({ id: z.string().nullable() }) },
      ['200.thing.id: its type changed: the allowed variants differ'],
    ],
    [
      'a required reply field made optional',
      { reply: Reply.extend({ id: z.string().optional() }) },
      ['200.thing.id: required became optional'],
    ],
    [
      'an optional reply field made required',
      { reply: Reply.extend({ extra: z.string() }) },
      ['200.thing.extra: optional became required'],
    ],
    [
      'a removed enum value in a reply',
      { reply: Reply.extend({ status: z.enum(['open']) }) },
      ['200.thing.status: values were removed: done'],
    ],
    [
      'a removed enum value in a request',
      { body: Body.extend({ kind: z.enum(['a']).optional() }) },
      ['body.kind: values were removed: b'],
    ],
    ['a removed request field', { body: Body.omit({ count: true }) }, ['body.count: the field was removed']],
    [
      'an optional request field made required',
      { body: Body.extend({ count: z.int() }) },
      ['body.count: optional became required'],
    ],
    [
      'a required request field made optional',
      { body: Body.partial({ name: true }) },
      ['body.name: required became optional'],
    ],
    [
      'a new required request field',
      { body: Body.extend({ more: z.string() }) },
      ['body.more: a new field is required'],
    ],
    [
      'a changed request type',
      { body: Body.extend({ name: z.number() }) },
      ['body.name: its type changed from "string" to "number"'],
    ],
    [
      'a lowered request limit',
      { body: Body.extend({ name: z.string().max(10) }) },
      ['body.name: maxLength was lowered'],
    ],
    [
      'an added request limit',
      { body: Body.extend({ name: z.string().min(2).max(20) }) },
      ['body.name: minLength was raised'],
    ],
    ['a removed body', { body: null }, ['body: the body was removed']],
    [
      'a removed query parameter',
      { query: Query.omit({ search: true }) },
      ['query.search: the parameter was removed'],
    ],
    [
      'a query parameter made required',
      { query: Query.extend({ search: z.string() }) },
      ['query.search: optional became required'],
    ],
    [
      'a new required query parameter',
      { query: Query.extend({ to: z.string() }) },
      ['query.to: a new parameter is required'],
    ],
    [
      'a public route that requires a token',
      { access: workspace('member') },
      ['security: a public route now requires a token'],
    ],
  ]

  it.each(cases)('reports %s', (_, after, expected) => {
    expect(breaking(after)).toEqual(expected)
  })

  it('reports a change inside one variant of a union', () => {
    const choice = (name: z.ZodType) => z.union([z.object({ kind: z.literal('a'), name }), z.string()])
    expect(breaking({ reply: choice(z.number()) }, { reply: choice(z.string()) })).toEqual([
      '200.thing.name: its type changed from "string" to "number"',
    ])
  })

  it('compares recursive schemas without endless recursion', () => {
    const tree = (leaf: z.ZodType): z.ZodType => {
      const Node: z.ZodType = z
        .object({
          leaf,
          get children() {
            return z.array(Node)
          },
        })
        .meta({ id: 'CompatTree' })
      return Node
    }
    const before = document({ reply: tree(z.string()) })
    expect(findBreakingChanges(before, before)).toEqual([])
  })

  it('allows a reply field to lose null or become more precise, but not to be always null or less precise', () => {
    expect(breaking({ reply: Reply.extend({ note: z.string() }) })).toEqual([])
    expect(breaking({ reply: Reply.extend({ note: z.null() }) })).toHaveLength(1)
    const loose = { reply: z.object({ count: z.number(), at: z.string() }) }
    const exact = { reply: z.object({ count: z.int(), at: z.iso.datetime() }) }
    expect(breaking(exact, loose)).toEqual([])
    expect(breaking(loose, exact)).not.toEqual([])
  })

  it('allows additions to an incomplete document, but no changes to its existing content', () => {
    const before = { body: z.object({ name: z.string(), size: z.number().max(9) }) }
    const settled = { body: z.object({ name: z.email().max(20), size: z.number().min(1).max(9) }) }
    const narrowed = { body: z.object({ name: z.string(), size: z.number().max(8) }) }
    const changes = (after: Parts) =>
      findBreakingChanges(document(before), document(after), { isOldIncomplete: true })
    expect(breaking(settled, before)).not.toEqual([])
    expect(changes(settled)).toEqual([])
    expect(changes(narrowed)).toHaveLength(1)
  })
})
