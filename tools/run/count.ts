type Assertion = { fullName: string; status: string }
export type TestCount = { passed: number; failed: number; skipped: string[] }
export type VitestReport = { testResults: { name: string; status: string; assertionResults: Assertion[] }[] }

/** Adds up vitest's JSON report; a file that failed before its first test counts as one failure. */
export const countTests = (report: VitestReport): TestCount => {
  const assertions = report.testResults.flatMap(({ assertionResults }) => assertionResults)
  const of = (status: string) => assertions.filter((assertion) => assertion.status === status)
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((a) => a.status === 'failed'),
  )
  const skipped = assertions.filter(({ status }) => status !== 'passed' && status !== 'failed')
  return {
    passed: of('passed').length,
    failed: of('failed').length + brokenFiles.length,
    skipped: [...new Set(skipped.map(({ fullName }) => fullName))],
  }
}
