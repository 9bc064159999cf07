// Made by npm run wp -- docs from the route contracts: change those.
import type { Area } from '../route.ts'

export type LabTest = {
  id: string
  workspaceId: string
  /** Counted in the workspace */
  number: number
  clientId: string
  clientName: string
  testDate: string
  status: 'draft' | 'in-progress' | 'completed' | 'cancelled'
  analysisIds: string[]
  couponId: string | null
  currencyCode: string
  subtotal: number
  discount: number
  total: number
  invoiceId: string | null
  /** As the till has it */
  invoice: LabTestInvoice | null
  incomeId: string | null
  completedAt: string | null
  items: LabTestItem[]
  createdAt: string
  updatedAt: string
}

export type LabTestInvoice = {
  id: string
  number: number | null
  status: string
  total: number
}

export type LabTestItem = {
  id: string
  analysisId: string
  testName: string
  price: number
  unit: string | null
  resultValueNumeric: number | null
  /** Null without a result, or without a range to judge it by */
  flag: 'low' | 'normal' | 'high' | null
  /** Why a result has no flag */
  flagReason: 'NO_RANGE' | 'NO_DATE_OF_BIRTH' | 'NO_GENDER' | 'NO_LIMITS' | null
  isCritical: boolean
  notes: string[]
  evaluation: LabEvaluation | null
  /** Changes after the test was completed, the oldest first */
  amendments: LabAmendment[]
}

export type LabEvaluation = {
  /** A copy of the range that matched */
  range: LabRange | null
  /** Completed on the day of the test, in the range's unit; null when the date of birth is unknown */
  age: {
    value: number
    unit: 'days' | 'months' | 'years'
  } | null
  gender: 'male' | 'female' | null
  /** For a person to read */
  reason: string
}

export type LabRange = {
  id: string
  gender: 'male' | 'female' | 'both'
  /** Completed units on the day of the test, inclusive; null for no bound */
  ageFrom: number | null
  /** Inclusive; null for no bound */
  ageTo: number | null
  ageUnit: 'days' | 'months' | 'years'
  /** Belongs to normal; null for no bound */
  lowLimit: number | null
  /** Belongs to normal; null for no bound */
  highLimit: number | null
  /** Critical is what lies below */
  criticalLow: number | null
  /** Critical is what lies above */
  criticalHigh: number | null
  /** Those whose condition holds go with the result, in order */
  resultNotes: {
    condition: '>=' | '<=' | '=' | '>' | '<'
    value: number
    note: string
  }[]
  /** Of several ranges that match the lowest counts */
  priority: number
}

export type LabAmendment = {
  previousValueNumeric: number | null
  previousFlag: 'low' | 'normal' | 'high' | null
  resultValueNumeric: number
  reason: string
  amendedBy: string
  amendedAt: string
}

export type LabAnalysis = {
  id: string
  workspaceId: string
  testName: string
  /** How the report calls it */
  reportName: string
  /** How the invoice calls it */
  billName: string
  price: number
  unitId: string | null
  /** The title of the unit */
  unit: string | null
  ranges: LabRange[]
  /** When it was deactivated */
  deletedAt: string | null
  createdAt: string
  updatedAt: string
}

export type LabCoupon = {
  id: string
  workspaceId: string
  couponTitle: string
  /** Compared without case; unique among the coupons that are not deleted */
  couponCode: string
  couponType: 'percentage' | 'currency'
  /** A percentage, of which more than 100 count as 100, or an amount */
  couponValue: number
  couponStatus: 'active' | 'inactive'
  deletedAt: string | null
  createdAt: string
  updatedAt: string
}

export type LabUnit = {
  id: string
  workspaceId: string
  labUnitTitle: string
  /** When it was deactivated */
  deletedAt: string | null
  createdAt: string
  updatedAt: string
}

export type LabTestIncome = {
  id: string
  workspaceId: string
  title: string
  amount: number
  currencyCode: string
  date: string
  category: string | null
  account: string | null
  source: string | null
  notes: string | null
  receipts: string[]
  reference: {
    type: string
    id: string
  } | null
  clientId: string | null
  createdAt: string
  updatedAt: string
}

export type LabInterpretationEstimate = {
  provider: string
  /** At most, in and out */
  tokens: number
  costUsd: number
}

export type LabDesignResult = {
  id: string
  workspaceId: string
  /** A number of an outside catalogue, neither the id nor the number of a test */
  testId: number
  sections: {
    title: string
    rows: {
      analysisId?: string
      /** Names the row in rules and values; unique in the design */
      label: string
      unit?: string
      kind: 'numeric' | 'text' | 'choice'
      /** Of a choice */
      options?: string[]
    }[]
  }[]
  commentRules: {
    when: {
      row: string
      condition: '>=' | '<=' | '=' | '>' | '<'
      value: number
    }
    comment: string
  }[]
  calculationsRules: {
    /** The label of the row that is calculated */
    target: string
    /** Row labels and numbers with + − × ÷ (or - * /) and parentheses */
    expression: string
  }[]
  deletedAt: string | null
  createdAt: string
  updatedAt: string
}

export type LabInterpretation = {
  language: 'en' | 'ar'
  direction: 'ltr' | 'rtl'
  text: string
  /** `rules`, or the model that wrote it */
  provider: string
  /** In US dollars, by the tokens used; 0 for `rules` */
  cost: number
}

export type Pagination = {
  page: number
  limit: number
  total: number
  totalPages: number
} | {
  limit: number
  nextCursor: string | null
}

export type TestSample = {
  id: string
  workspaceId: string
  code: string
  name: string
  nameAr: string
  /** What it is taken into */
  tube: string | null
  /** Of its cap */
  tubeColor: string | null
  volumeMl: number | null
  handling: string | null
  handlingAr: string | null
  createdAt: string
  updatedAt: string
}

/** What the routes of labs take and give. */
export type LabsRoutes = {
  /** Order further analyses */
  addTestItems: {
    params: 'workspaceId' | 'testId'
    body: {
      analysisIds: string[]
    }
    reply: {
      test: LabTest
    }
  }
  /** Correct a result of a completed test; the value before, who and why are kept */
  amendTestResult: {
    params: 'workspaceId' | 'testId' | 'itemId'
    body: {
      resultValueNumeric: number
      reason: string
    }
    reply: {
      item: LabTestItem
      test: LabTest
    }
  }
  /** Complete a test, from any state; names the items that have no result */
  completeTest: {
    params: 'workspaceId' | 'testId'
    reply: {
      test: LabTest
      missingResults: {
        itemId: string
        testName: string
      }[]
    }
  }
  /** Add an analysis that can be ordered */
  createAnalysis: {
    params: 'workspaceId'
    body: {
      testName: string
      /** Left out: the test name */
      reportName?: string
      /** Left out: the test name */
      billName?: string
      price?: number
      unitId?: string | null
    }
    reply: {
      analysis: LabAnalysis
    }
  }
  /** Add a coupon */
  createLabCoupon: {
    params: 'workspaceId'
    body: {
      couponTitle: string
      couponCode: string
      couponType: 'percentage' | 'currency'
      couponValue: number
      couponStatus?: 'active' | 'inactive'
    }
    reply: {
      labCoupon: LabCoupon
    }
  }
  /** Add a unit of measurement */
  createLabUnit: {
    params: 'workspaceId'
    body: {
      labUnitTitle: string
    }
    reply: {
      labUnit: LabUnit
    }
  }
  /** Add a reference range to an analysis; ranges may overlap */
  createRange: {
    params: 'workspaceId' | 'analysisId'
    body: {
      gender?: 'male' | 'female' | 'both'
      /** Completed units on the day of the test, inclusive; null for no bound */
      ageFrom?: number | null
      /** Inclusive; null for no bound */
      ageTo?: number | null
      ageUnit?: 'days' | 'months' | 'years'
      /** Belongs to normal; null for no bound */
      lowLimit?: number | null
      /** Belongs to normal; null for no bound */
      highLimit?: number | null
      /** Critical is what lies below */
      criticalLow?: number | null
      /** Critical is what lies above */
      criticalHigh?: number | null
      /** Those whose condition holds go with the result, in order */
      resultNotes?: {
        condition: '>=' | '<=' | '=' | '>' | '<'
        value: number
        note: string
      }[]
      /** Of several ranges that match the lowest counts */
      priority?: number
    }
    reply: {
      range: LabRange
    }
  }
  /** Order analyses for a client, with a coupon or without */
  createTest: {
    params: 'workspaceId'
    body: {
      clientId: string
      /** A day; a moment counts as its UTC day */
      testDate: string
      analysisIds: string[]
      couponCode?: string | null
    }
    reply: {
      test: LabTest
    }
  }
  /** Book the invoice's total, or the test's where there is none, as income, once: again answers the same with 200 */
  createTestIncome: {
    params: 'workspaceId' | 'testId'
    reply: {
      income: LabTestIncome
      test: LabTest
    }
  }
  /** Make a draft invoice of the test at the till, once until it is void: again answers the same with 200 */
  createTestInvoice: {
    params: 'workspaceId' | 'testId'
    reply: {
      invoice: LabTestInvoice
      test: LabTest
    }
  }
  /** Hide an analysis from the list; it can no longer be ordered; again is no failure */
  deactivateAnalysis: {
    params: 'workspaceId' | 'analysisId'
    reply: {
      analysis: LabAnalysis
    }
  }
  /** Hide a unit from the list and from new analyses; again is no failure */
  deactivateLabUnit: {
    params: 'workspaceId' | 'labUnitId'
    reply: {
      labUnit: LabUnit
    }
  }
  /** Delete a coupon; its code is free again */
  deleteLabCoupon: {
    params: 'workspaceId' | 'couponId'
    reply: null
  }
  /** Remove a reference range */
  deleteRange: {
    params: 'workspaceId' | 'analysisId' | 'rangeId'
    reply: null
  }
  /** Take an analysis off a test */
  deleteTestItem: {
    params: 'workspaceId' | 'testId' | 'itemId'
    reply: null
  }
  /** What an interpretation would cost at most; calls nobody */
  estimateInterpretation: {
    params: 'workspaceId' | 'testId' | 'itemId'
    reply: {
      estimate: LabInterpretationEstimate
    }
  }
  /** Calculate rows and find the comments that apply; stores nothing */
  evaluateDesignResult: {
    params: 'workspaceId' | 'testId'
    body: {
      /** By row label */
      values: Record<string, number>
    }
    reply: {
      /** Those given and those calculated */
      values: Record<string, number | null>
      comments: string[]
      /** Why a calculated value is null */
      reasons: Record<string, 'MISSING_VALUE' | 'DIVISION_BY_ZERO' | 'TOO_LARGE'>
    }
  }
  /** One analysis with its ranges, also a deactivated one */
  getAnalysis: {
    params: 'workspaceId' | 'analysisId'
    reply: {
      analysis: LabAnalysis
    }
  }
  /** How the results of a test are laid out, by the number of the test */
  getDesignResult: {
    params: 'workspaceId' | 'testId'
    query?: {
      /** Where there is none here, ask the outside catalogue and keep what it answers */
      fetchFromExternal?: boolean
    }
    reply: {
      designResult: LabDesignResult
    }
  }
  /** One unit, also a deactivated one */
  getLabUnit: {
    params: 'workspaceId' | 'labUnitId'
    reply: {
      labUnit: LabUnit
    }
  }
  /** One test with its results */
  getTest: {
    params: 'workspaceId' | 'testId'
    reply: {
      test: LabTest
    }
  }
  /** The report of a test as a page to print; marked as preliminary until the test is completed */
  getTestReport: {
    params: 'workspaceId' | 'testId'
    query?: {
      /** The workspace's own by default, where it is one of these */
      language?: 'en' | 'ar'
    }
    reply: Blob
  }
  /** Explain a result in words, in English or Arabic */
  interpretResult: {
    params: 'workspaceId' | 'testId' | 'itemId'
    body?: {
      language?: 'en' | 'ar'
    }
    reply: {
      interpretation: LabInterpretation
    }
  }
  /** Analyses, newest first; search by the beginnings of words of their names */
  listAnalyses: {
    params: 'workspaceId'
    query?: {
      /** Page number, starting at 1 */
      page?: number
      /** Records per page */
      limit?: number
      /** Cursor for large lists, which are then not counted: empty for the first page, then nextCursor */
      after?: string
      /** Lists those with `deletedAt` as well */
      includeDeleted?: boolean
      /** Beginnings of words of the names, each of them */
      search?: string
    }
    reply: {
      analyses: LabAnalysis[]
      pagination: Pagination
    }
    item: LabAnalysis
  }
  /** All coupons, newest first */
  listLabCoupons: {
    params: 'workspaceId'
    query?: {
      /** Lists those with `deletedAt` as well */
      includeDeleted?: boolean
    }
    reply: {
      labCoupons: LabCoupon[]
    }
  }
  /** Units of measurement, newest first */
  listLabUnits: {
    params: 'workspaceId'
    query?: {
      /** Page number, starting at 1 */
      page?: number
      /** Records per page */
      limit?: number
      /** Cursor for large lists, which are then not counted: empty for the first page, then nextCursor */
      after?: string
      /** Lists those with `deletedAt` as well */
      includeDeleted?: boolean
    }
    reply: {
      labUnits: LabUnit[]
      pagination: Pagination
    }
    item: LabUnit
  }
  /** Test samples, newest first */
  listTestSamples: {
    params: 'workspaceId'
    query?: {
      /** Page number, starting at 1 */
      page?: number
      /** Records per page */
      limit?: number
      /** Cursor for large lists, which are then not counted: empty for the first page, then nextCursor */
      after?: string
    }
    reply: {
      testSamples: TestSample[]
      pagination: Pagination
    }
    item: TestSample
  }
  /** Tests, newest first; by client, status, number or date */
  listTests: {
    params: 'workspaceId'
    query?: {
      /** Page number, starting at 1 */
      page?: number
      /** Records per page */
      limit?: number
      /** Cursor for large lists, which are then not counted: empty for the first page, then nextCursor */
      after?: string
      clientId?: string
      status?: 'draft' | 'in-progress' | 'completed' | 'cancelled'
      number?: number
      /** By testDate, inclusive */
      from?: string
      /** By testDate, inclusive */
      to?: string
    }
    reply: {
      tests: LabTest[]
      pagination: Pagination
    }
    item: LabTest
  }
  /** Store the design of a test in place of what was there; rules that cannot work are refused */
  putDesignResult: {
    params: 'workspaceId' | 'testId'
    body: {
      sections: {
        title: string
        rows: {
          analysisId?: string
          /** Names the row in rules and values; unique in the design */
          label: string
          unit?: string
          kind: 'numeric' | 'text' | 'choice'
          /** Of a choice */
          options?: string[]
        }[]
      }[]
      commentRules?: {
        when: {
          row: string
          condition: '>=' | '<=' | '=' | '>' | '<'
          value: number
        }
        comment: string
      }[]
      calculationsRules?: {
        /** The label of the row that is calculated */
        target: string
        /** Row labels and numbers with + − × ÷ (or - * /) and parentheses */
        expression: string
      }[]
    }
    reply: {
      designResult: LabDesignResult
    }
  }
  /** Take back a deactivation */
  restoreAnalysis: {
    params: 'workspaceId' | 'analysisId'
    reply: {
      analysis: LabAnalysis
    }
  }
  /** Take back a deactivation */
  restoreLabUnit: {
    params: 'workspaceId' | 'labUnitId'
    reply: {
      labUnit: LabUnit
    }
  }
  /** Replace the existing test samples by the standard ones, and add those that are missing */
  seedTestSamples: {
    params: 'workspaceId'
    reply: {
      success: boolean
      count: number
      message: string
    }
  }
  /** Enter a result: it is evaluated by the ranges, with what is known of the client now */
  setTestResult: {
    params: 'workspaceId' | 'testId' | 'itemId'
    body: {
      resultValueNumeric: number
    }
    reply: {
      item: LabTestItem
      test: LabTest
    }
  }
  /** Change an analysis; tests that were ordered keep names, unit and price */
  updateAnalysis: {
    params: 'workspaceId' | 'analysisId'
    body: {
      testName?: string
      reportName?: string
      billName?: string
      price?: number
      unitId?: string | null
    }
    reply: {
      analysis: LabAnalysis
    }
  }
  /** Change a coupon; tests that have it keep their terms */
  updateLabCoupon: {
    params: 'workspaceId' | 'couponId'
    body: {
      couponTitle?: string
      couponCode?: string
      couponType?: 'percentage' | 'currency'
      couponValue?: number
      couponStatus?: 'active' | 'inactive'
    }
    reply: {
      labCoupon: LabCoupon
    }
  }
  /** Change a unit; results that were entered keep the title they had */
  updateLabUnit: {
    params: 'workspaceId' | 'labUnitId'
    body: {
      labUnitTitle?: string
    }
    reply: {
      labUnit: LabUnit
    }
  }
  /** Change a reference range; results that were evaluated by it stay as they are */
  updateRange: {
    params: 'workspaceId' | 'analysisId' | 'rangeId'
    body: {
      gender?: 'male' | 'female' | 'both'
      /** Completed units on the day of the test, inclusive; null for no bound */
      ageFrom?: number | null
      /** Inclusive; null for no bound */
      ageTo?: number | null
      ageUnit?: 'days' | 'months' | 'years'
      /** Belongs to normal; null for no bound */
      lowLimit?: number | null
      /** Belongs to normal; null for no bound */
      highLimit?: number | null
      /** Critical is what lies below */
      criticalLow?: number | null
      /** Critical is what lies above */
      criticalHigh?: number | null
      /** Those whose condition holds go with the result, in order */
      resultNotes?: {
        condition: '>=' | '<=' | '=' | '>' | '<'
        value: number
        note: string
      }[]
      /** Of several ranges that match the lowest counts */
      priority?: number
    }
    reply: {
      range: LabRange
    }
  }
  /** Change client, date or coupon, or cancel; another client or date evaluates the results anew */
  updateTest: {
    params: 'workspaceId' | 'testId'
    body: {
      clientId?: string
      /** A day; a moment counts as its UTC day */
      testDate?: string
      /** null takes the coupon off */
      couponCode?: string | null
      status?: 'cancelled'
    }
    reply: {
      test: LabTest
    }
  }
}

/** The routes of labs, for `client.use`. */
export const labs: Area<LabsRoutes> = {
  addTestItems: { method: 'POST', path: '/workspace/:workspaceId/labs/tests/:testId/items', creates: true },
  amendTestResult: { method: 'POST', path: '/workspace/:workspaceId/labs/tests/:testId/items/:itemId/amend', creates: true },
  completeTest: { method: 'POST', path: '/workspace/:workspaceId/labs/tests/:testId/complete' },
  createAnalysis: { method: 'POST', path: '/workspace/:workspaceId/labs/analyses', creates: true },
  createLabCoupon: { method: 'POST', path: '/workspace/:workspaceId/labs/coupons', creates: true },
  createLabUnit: { method: 'POST', path: '/workspace/:workspaceId/labs/units', creates: true },
  createRange: { method: 'POST', path: '/workspace/:workspaceId/labs/analyses/:analysisId/ranges', creates: true },
  createTest: { method: 'POST', path: '/workspace/:workspaceId/labs/tests', creates: true },
  createTestIncome: { method: 'POST', path: '/workspace/:workspaceId/labs/tests/:testId/income', creates: true },
  createTestInvoice: { method: 'POST', path: '/workspace/:workspaceId/labs/tests/:testId/invoice', creates: true },
  deactivateAnalysis: { method: 'POST', path: '/workspace/:workspaceId/labs/analyses/:analysisId/deactivate' },
  deactivateLabUnit: { method: 'POST', path: '/workspace/:workspaceId/labs/units/:labUnitId/deactivate' },
  deleteLabCoupon: { method: 'DELETE', path: '/workspace/:workspaceId/labs/coupons/:couponId' },
  deleteRange: { method: 'DELETE', path: '/workspace/:workspaceId/labs/analyses/:analysisId/ranges/:rangeId' },
  deleteTestItem: { method: 'DELETE', path: '/workspace/:workspaceId/labs/tests/:testId/items/:itemId' },
  estimateInterpretation: { method: 'GET', path: '/workspace/:workspaceId/labs/tests/:testId/items/:itemId/interpret/estimate' },
  evaluateDesignResult: { method: 'POST', path: '/workspace/:workspaceId/labs/tests/:testId/design-result/evaluate' },
  getAnalysis: { method: 'GET', path: '/workspace/:workspaceId/labs/analyses/:analysisId' },
  getDesignResult: { method: 'GET', path: '/workspace/:workspaceId/labs/tests/:testId/design-result' },
  getLabUnit: { method: 'GET', path: '/workspace/:workspaceId/labs/units/:labUnitId' },
  getTest: { method: 'GET', path: '/workspace/:workspaceId/labs/tests/:testId' },
  getTestReport: { method: 'GET', path: '/workspace/:workspaceId/labs/tests/:testId/report' },
  interpretResult: { method: 'POST', path: '/workspace/:workspaceId/labs/tests/:testId/items/:itemId/interpret' },
  listAnalyses: { method: 'GET', path: '/workspace/:workspaceId/labs/analyses', list: 'analyses' },
  listLabCoupons: { method: 'GET', path: '/workspace/:workspaceId/labs/coupons' },
  listLabUnits: { method: 'GET', path: '/workspace/:workspaceId/labs/units', list: 'labUnits' },
  listTestSamples: { method: 'GET', path: '/workspace/:workspaceId/labs/test-samples', list: 'testSamples' },
  listTests: { method: 'GET', path: '/workspace/:workspaceId/labs/tests', list: 'tests' },
  putDesignResult: { method: 'PUT', path: '/workspace/:workspaceId/labs/tests/:testId/design-result' },
  restoreAnalysis: { method: 'POST', path: '/workspace/:workspaceId/labs/analyses/:analysisId/restore' },
  restoreLabUnit: { method: 'POST', path: '/workspace/:workspaceId/labs/units/:labUnitId/restore' },
  seedTestSamples: { method: 'POST', path: '/workspace/:workspaceId/labs/test-samples/seed' },
  setTestResult: { method: 'PATCH', path: '/workspace/:workspaceId/labs/tests/:testId/items/:itemId/result' },
  updateAnalysis: { method: 'PATCH', path: '/workspace/:workspaceId/labs/analyses/:analysisId' },
  updateLabCoupon: { method: 'PATCH', path: '/workspace/:workspaceId/labs/coupons/:couponId' },
  updateLabUnit: { method: 'PATCH', path: '/workspace/:workspaceId/labs/units/:labUnitId' },
  updateRange: { method: 'PATCH', path: '/workspace/:workspaceId/labs/analyses/:analysisId/ranges/:rangeId' },
  updateTest: { method: 'PATCH', path: '/workspace/:workspaceId/labs/tests/:testId' },
}
