import { defineRoute, open, resource, workspace } from '@wp/http'
import { IdString, nonBlank, pageQuery, Pagination, Timestamp } from '@wp/kernel'
import { z } from 'zod'

const Option = z.object({ id: z.string().min(1).max(64), label: nonBlank(500) })

/** Option ids are chosen by the owner and unique within a question. */
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
      issues.addIssue({ code: 'custom', path: ['options'], message: 'must have unique ids' })
    if (!ids.includes(correctOptionId))
      issues.addIssue({
        code: 'custom',
        path: ['correctOptionId'],
        message: 'must be the id of one of the options',
      })
  })

export const Question = z.object({
  id: IdString,
  text: z.string(),
  options: z.array(Option),
  correctOptionId: z.string(),
  points: z.int(),
})

export const ContestStatus = z.enum(['draft', 'published', 'closed'])
export type ContestStatus = z.output<typeof ContestStatus>

export const Contest = resource('Contest', {
  workspaceId: IdString,
  title: z.string(),
  description: z.string().nullable(),
  questions: z.array(Question),
  startsAt: Timestamp,
  endsAt: Timestamp,
  durationMinutes: z.int().nullable().describe('Time limit per attempt; null means until endsAt'),
  shuffle: z.boolean().describe('Whether each attempt has its own order of questions and options'),
  publicLeaderboard: z.boolean(),
  status: ContestStatus,
})
export type Contest = z.output<typeof Contest>

/** Limits the size of replies: each list of contests and each reply to a participant contains all questions. */
const maxQuestionBytes = 256 * 1024

const ContestFields = z.object({
  title: nonBlank(200),
  description: z.string().max(10_000).nullable(),
  questions: z
    .array(NewQuestion)
    .max(500)
    .refine((questions) => Buffer.byteLength(JSON.stringify(questions)) <= maxQuestionBytes, {
      error: `cannot exceed ${maxQuestionBytes / 1024} KiB in total`,
    }),
  startsAt: Timestamp,
  endsAt: Timestamp,
  durationMinutes: z.int().min(1).max(10_080).nullable(),
  shuffle: z.boolean(),
  publicLeaderboard: z.boolean(),
})

export const NewContest = ContestFields.extend({
  description: ContestFields.shape.description.default(null),
  questions: ContestFields.shape.questions.default([]),
  durationMinutes: ContestFields.shape.durationMinutes.default(null),
  shuffle: ContestFields.shape.shuffle.default(false),
  publicLeaderboard: ContestFields.shape.publicLeaderboard.default(false),
}).refine(({ startsAt, endsAt }) => startsAt < endsAt, { path: ['endsAt'], error: 'must be after startsAt' })
export type NewContest = z.output<typeof NewContest>

const ContestChanges = ContestFields.extend({ status: ContestStatus }).partial()
export type ContestChanges = z.output<typeof ContestChanges>

/** The fields that participants see before they start. */
const PublicContest = z
  .object({
    id: IdString,
    title: z.string(),
    description: z.string().nullable(),
    startsAt: Timestamp,
    endsAt: Timestamp,
    durationMinutes: z.int().nullable(),
    questionCount: z.int(),
    publicLeaderboard: z.boolean(),
  })
  .meta({ id: 'PublicContest' })
export type PublicContest = z.output<typeof PublicContest>

const OneContest = z.object({ contest: Contest })
const path = '/workspace/:workspaceId/contests'
const tag = 'Contests'

export const listContests = defineRoute({
  id: 'listContests',
  method: 'GET',
  path,
  summary: 'List contests',
  description: 'Sorted by creation time, newest first.',
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
  summary: 'Create a contest',
  description: 'The contest is a draft until it is published.',
  tag,
  access: workspace('owner'),
  body: NewContest,
  replies: { 201: OneContest },
  fails: [400, 401, 403, 404, 409, 422],
})

export const getContest = defineRoute({
  id: 'getContest',
  method: 'GET',
  path: `${path}/:contestId`,
  summary: 'Get a contest',
  description: 'Includes the correct answers.',
  tag,
  access: workspace('owner'),
  replies: { 200: OneContest },
  fails: [400, 401, 403, 404],
})

export const updateContest = defineRoute({
  id: 'updateContest',
  method: 'PATCH',
  path: `${path}/:contestId`,
  summary: 'Update, publish or close a contest',
  description:
    'Every field of a draft can be changed; once the contest is published, only `title`, `description`, `endsAt`, `publicLeaderboard` and `status` can be. `status` changes from draft to published to closed. Closing ends all open attempts immediately; if there are many, some of them are submitted a little later.',
  tag,
  access: workspace('owner'),
  body: ContestChanges,
  replies: { 200: OneContest },
  fails: [400, 401, 403, 404, 422],
})

export const deleteContest = defineRoute({
  id: 'deleteContest',
  method: 'DELETE',
  path: `${path}/:contestId`,
  summary: 'Delete a contest',
  description: 'A contest with attempts cannot be deleted.',
  tag,
  access: workspace('owner'),
  replies: { 204: null },
  fails: [400, 401, 403, 404, 409],
})

export const getPublicContest = defineRoute({
  id: 'getPublicContest',
  method: 'GET',
  path: '/public/contests/:contestId',
  summary: 'Get a published contest',
  description: 'For participants; excludes the questions.',
  tag: 'Public contests',
  access: open(),
  replies: { 200: z.object({ contest: PublicContest }) },
  fails: [400, 404],
})
