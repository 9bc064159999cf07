import * as contests from '@wp/contests/contract'
import { apiOf, uniqueName } from '@wp/testing'
import { newAnalysis, newLabTest, newOnlineBooking, newRule, newSession, newUnit, openTill } from './scene.ts'
import type { Row } from './scene.ts'

/** Operations without a key that set a state. */
export const states: Record<string, Row> = {
  cancelOnlineBooking: {
    service: 'scheduling',
    prepare: async (scene) => {
      const { visitor, params, query } = await newOnlineBooking(scene)
      return () => visitor.cancelOnlineBooking({ params, query })
    },
  },
  rescheduleOnlineBooking: {
    service: 'scheduling',
    prepare: async (scene) => {
      const { visitor, params, query, date } = await newOnlineBooking(scene)
      return () => visitor.rescheduleOnlineBooking({ params, query, body: { date, startTime: '11:00' } })
    },
  },
  closeTillSession: {
    service: 'pos',
    mayReject: true,
    prepare: async (scene) => {
      const params = { sessionId: await openTill(scene) }
      return () => scene.pos.closeTillSession({ params, body: { closingCount: 0 } })
    },
  },
  completeTest: {
    service: 'labs',
    prepare: async (scene) => {
      const params = await newLabTest(scene)
      const { test } = (await scene.labs.getTest({ params })).body
      await scene.labs.setTestResult({
        params: { ...params, itemId: test.items[0]!.id },
        body: { resultValueNumeric: 5 },
      })
      return () => scene.labs.completeTest({ params })
    },
  },
  deactivateAnalysis: {
    service: 'labs',
    prepare: async (scene) => {
      const params = { analysisId: await newAnalysis(scene) }
      return () => scene.labs.deactivateAnalysis({ params })
    },
  },
  restoreAnalysis: {
    service: 'labs',
    prepare: async (scene) => {
      const params = { analysisId: await newAnalysis(scene) }
      await scene.labs.deactivateAnalysis({ params })
      return () => scene.labs.restoreAnalysis({ params })
    },
  },
  deactivateLabUnit: {
    service: 'labs',
    prepare: async (scene) => {
      const params = { labUnitId: await newUnit(scene) }
      return () => scene.labs.deactivateLabUnit({ params })
    },
  },
  restoreLabUnit: {
    service: 'labs',
    prepare: async (scene) => {
      const params = { labUnitId: await newUnit(scene) }
      await scene.labs.deactivateLabUnit({ params })
      return () => scene.labs.restoreLabUnit({ params })
    },
  },
  pauseRecurringExpenseRule: {
    service: 'finance',
    prepare: async (scene) => {
      const params = await newRule(scene)
      return () => scene.finance.pauseRecurringExpenseRule({ params })
    },
  },
  resumeRecurringExpenseRule: {
    service: 'finance',
    prepare: async (scene) => {
      const params = await newRule(scene)
      await scene.finance.pauseRecurringExpenseRule({ params })
      return () => scene.finance.resumeRecurringExpenseRule({ params })
    },
  },
  skipRecurringExpenseOccurrence: {
    service: 'finance',
    mayReject: true,
    prepare: async (scene) => {
      await newRule(scene)
      const { occurrences } = (await scene.finance.listRecurringExpenseOccurrences()).body
      const params = { occurrenceId: occurrences[0]!.id }
      return () => scene.finance.skipRecurringExpenseOccurrence({ params })
    },
  },
  setSessionStatus: {
    service: 'scheduling',
    mayReject: true,
    prepare: async (scene) => {
      const params = await newSession(scene)
      return () => scene.scheduling.setSessionStatus({ params, body: { status: 'in-progress' } })
    },
  },
  submitAttempt: {
    service: 'contests',
    prepare: async (scene) => {
      const options = ['a', 'b'].map((id) => ({ id, label: id }))
      const quiz = {
        title: 'Quiz',
        startsAt: new Date(Date.now() - 3_600_000).toISOString(),
        endsAt: new Date(Date.now() + 3_600_000).toISOString(),
        questions: [{ text: 'First', options, correctOptionId: 'a', points: 1 }],
      }
      const params = { contestId: (await scene.contests.createContest(quiz)).body.contest.id }
      await scene.contests.updateContest({ params, body: { status: 'published' } })
      const body = { name: 'Mona', email: `${uniqueName('p')}@shop.example` }
      const { attempt, token } = (await scene.visitorOf(contests).startAttempt({ params, body })).body
      const { baseUrl } = scene
      const participant = apiOf(contests, { baseUrl, token, params: { attemptId: attempt.id } })
      return () => participant.submitAttempt()
    },
  },
}
