import { describe, expect, it } from 'vitest'
import type { Doc, Plain } from '../bson/values.ts'
import { toDoc, toPlain } from '../bson/values.ts'
import { compileUpdatePipeline } from '../expressions/document-stages.ts'
import { compilePipeline } from './pipeline.ts'
import { splitPipeline } from './split-pipeline.ts'

type PlainDoc = { [name: string]: Plain | undefined }

async function* stream(docs: Doc[]): AsyncIterable<Doc> {
  yield* docs
}

const environment = { now: new Date(0) }

async function run(docs: PlainDoc[], stages: PlainDoc[]): Promise<unknown[]> {
  const results: unknown[] = []
  for await (const doc of compilePipeline(stages.map(toDoc), environment)(stream(docs.map(toDoc))))
    results.push(toPlain(doc))
  return results
}

describe('a stage that keeps documents in memory', () => {
  const docs = Array.from({ length: 100 }, (_, _id) => toDoc({ _id, text: 'x'.repeat(100) }))
  const runWith = async (memoryBytes: number, stage: PlainDoc): Promise<number> => {
    let count = 0
    for await (const _ of compilePipeline([toDoc(stage)], { ...environment, memoryBytes })(stream(docs)))
      count++
    return count
  }

  it.each<[string, PlainDoc, number]>([
    ['$sort', { $sort: { text: 1 } }, 100],
    ['$sample', { $sample: { size: 5 } }, 5],
    ['$facet', { $facet: { a: [{ $match: {} }] } }, 1],
    ['$group with many groups', { $group: { _id: '$_id', n: { $sum: 1 } } }, 100],
    ['$group with $push', { $group: { _id: null, all: { $push: '$text' } } }, 1],
    ['$group with $addToSet', { $group: { _id: null, all: { $addToSet: '$_id' } } }, 1],
    ['$group with $top', { $group: { _id: null, all: { $top: { output: '$_id', sortBy: { _id: 1 } } } } }, 1],
  ])('fails with code 292 only when it exceeds its memory limit: %s', async (_, stage, count) => {
    await expect(runWith(1000, stage)).rejects.toMatchObject({ code: 292 })
    expect(await runWith(1_000_000, stage)).toBe(count)
  })

  it('counts a value that $addToSet already contains toward its memory limit only once', async () => {
    expect(
      await runWith(1000, { $group: { _id: null, n: { $sum: '$_id' }, all: { $addToSet: '$text' } } }),
    ).toBe(1)
  })
})

describe('compilePipeline', () => {
  it('groups numbers of different types that are equal, and groups missing values with null', async () => {
    const docs = [{ k: 1, n: 1 }, { k: 1n, n: 2 }, { n: 4 }, { k: null, n: 8 }]
    expect(await run(docs, [{ $group: { _id: '$k', n: { $sum: '$n' } } }])).toEqual([
      { _id: 1, n: 3 },
      { _id: null, n: 12 },
    ])
  })
  it('applies $set to every element of an array and replaces scalar elements with documents', async () => {
    expect(await run([{ a: [{ b: 1 }, 2] }], [{ $set: { 'a.c': '$x', d: 1 } }])).toEqual([
      { a: [{ b: 1 }, {}], d: 1 },
    ])
  })
  it('rejects unknown and unsupported stages with an error that names the stage', async () => {
    expect(() => compilePipeline([toDoc({ $nope: {} })], environment)).toThrow(/\$nope/)
    expect(() => compilePipeline([toDoc({ $graphLookup: {} })], environment)).toThrow(
      /\$graphLookup is not supported/,
    )
    expect(() => compileUpdatePipeline([toDoc({ $group: {} })])).toThrow(/\$group/)
  })
})

describe('splitPipeline', () => {
  const split = (...stages: PlainDoc[]) => {
    const { filter, sort, rest, ...others } = splitPipeline(stages.map(toDoc))
    return { filter: toPlain(filter), sort: toPlain(sort), rest: rest.map(toPlain), ...others }
  }
  it('moves leading $match, $sort, $skip and $limit stages into the query, but not a $match after a $limit', () => {
    expect(
      split(
        { $match: { a: 1 } },
        { $sort: { a: 1 } },
        { $match: { b: 1 } },
        { $skip: 1 },
        { $limit: 2 },
        { $match: { c: 1 } },
      ),
    ).toMatchObject({
      filter: { $and: [{ a: 1 }, { b: 1 }] },
      sort: { a: 1 },
      skip: 1,
      limit: 2,
      rest: [{ $match: { c: 1 } }],
    })
  })
  it('does not move a malformed $limit or a $skip after a $limit into the query', () => {
    expect(split({ $limit: 2 }, { $skip: 1 })).toMatchObject({
      limit: 2,
      skip: undefined,
      rest: [{ $skip: 1 }],
    })
    expect(split({ $limit: 0 })).toMatchObject({ limit: undefined, rest: [{ $limit: 0 }] })
  })
  it('turns $count and a $group that only counts all documents into a count', () => {
    expect(split({ $match: { a: 1 } }, { $count: 'n' })).toMatchObject({
      count: { field: 'n', id: undefined },
      rest: [],
    })
    expect(split({ $group: { _id: null, n: { $sum: 1 } } })).toMatchObject({
      count: { field: 'n', id: null },
      rest: [],
    })
    expect(split({ $group: { _id: '$a', n: { $sum: 1 } } })).toMatchObject({ count: undefined })
    expect(split({ $group: { _id: null, n: { $sum: '$a' } } })).toMatchObject({ count: undefined })
  })
})
