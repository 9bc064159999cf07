import { defineRoute, resource, workspace } from '@wp/http'
import { IdString, nonBlank, pageQuery, Pagination, Timestamp } from '@wp/kernel'
import { z } from 'zod'

const Option = z.object({ id: z.string().min(1).max(64), label: nonBlank(500) })

/** Option ids are the owner's own, unique in their question. */
const NewQuestion = z
  .object({
    text: nonBlank(2000),
    options: z.array(Option).min(2).max(20),
    correctOptionId: z.string(),
    points: z.int().min(0).max(1000).default(1),
  })
  .superRefine(({ options, correctOptionId }, issues) => {
    const ids = options.map(({ id }) => id)
    if (new Set(ids).size < ids.length)
      issues.addIssue({ code: 'custom', path: ['options'], message: 'every option needs an id of its own' })
    if (!ids.includes(correctOptionId))
      issues.addIssue({
        code: 'custom',
        path: ['correctOptionId'],
        message: 'must be the id of one of the options',
      })
  })

const Question = z.object({
  id: IdString,
  text: z.string(),
  options: z.array(Option),
  correctOptionId: z.string(),
  points: z.int(),
})

export const Contest = resource('Contest', {
  workspaceId: IdString,
  title: z.string(),
  description: z.string().nullable(),
  questions: z.array(Question),
  startsAt: Timestamp,
  endsAt: Timestamp,
  durationMinutes: z.int().nullable(),
  shuffle: z.boolean(),
  status: z.enum(['draft', 'published', 'closed']),
})
export type Contest = z.output<typeof Contest>

export const NewContest = z
  .object({
    title: nonBlank(200),
    description: z.string().max(10_000).nullable().default(null),
    questions: z.array(NewQuestion).max(500).default([]),
    startsAt: Timestamp,
    endsAt: Timestamp,
    durationMinutes: z.int().min(1).max(10_080).nullable().default(null),
    shuffle: z.boolean().default(false),
  })
  .refine(({ startsAt, endsAt }) => startsAt < endsAt, { path: ['endsAt'], error: 'must lie after startsAt' })
export type NewContest = z.output<typeof NewContest>

const path = '/workspace/:workspaceId/contests'
const tag = 'Contests'

export const listContests = defineRoute({
  id: 'listContests',
  method: 'GET',
  path,
  summary: 'Contests, newest first',
  tag,
  access: workspace('owner'),
  query: pageQuery,
  replies: { 200: z.object({ contests: z.array(Contest), pagination: Pagination }) },
  fails: [400, 401, 403, 404],
})

export const createContest = defineRoute({
  id: 'createContest',
  method: 'POST',
  path,
  summary: 'Add a contest; it is a draft until it is published',
  tag,
  access: workspace('owner'),
  body: NewContest,
  replies: { 201: z.object({ contest: Contest }) },
  fails: [400, 401, 403, 404, 409, 422],
})
