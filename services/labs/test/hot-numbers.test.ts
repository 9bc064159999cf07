import { newId } from '@wp/kernel'
import { conflictsOf, inProcess } from '@wp/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import * as contract from '../src/contract.ts'
import { labs } from '../src/service.ts'
import { newAnalysis, newLaboratory } from './laboratory.ts'

describe('POST /workspace/:workspaceId/labs/tests with an Idempotency-Key', () => {
  it('numbers concurrent tests of a workspace in a queue', async () => {
    const laboratory = await newLaboratory()
    const running = await inProcess(labs)
    onTestFinished(() => running.stop())
    const api = running.as(contract, laboratory)
    const body = {
      clientId: laboratory.clientId,
      testDate: '2027-03-10',
      analysisIds: [await newAnalysis({ api })],
    }
    const before = await conflictsOf(running.opsUrl)
    const replies = await Promise.all(
      Array.from({ length: 15 }, () => api.createTest({ headers: { 'idempotency-key': newId() }, body })),
    )
    const numbers = replies.map((reply) => reply.body.test?.number).toSorted((a, b) => a - b)
    expect(numbers).toEqual(Array.from({ length: 15 }, (_, index) => index + 1))
    expect((await conflictsOf(running.opsUrl)) - before).toBeLessThan(5)
  })
})
