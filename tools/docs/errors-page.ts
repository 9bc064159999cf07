import { errorsOf } from '@wp/http'
import { errorAdvice } from '@wp/kernel'
import { contracts } from '@wp/gateway/contracts'

const line = ({ code, status }: { code: string; status: number }) =>
  `- [\`${code}\`](#${code.toLowerCase()}) ${status}`

const example = {
  error: {
    code: 'VALIDATION_FAILED',
    message: 'date cannot be a holiday',
    details: [{ path: 'date', message: 'cannot be a holiday' }],
  },
}

/** Returns `docs/errors.md`: every error code, its cause and what to do. */
export const errorsPage = async (): Promise<Record<string, string>> => {
  const routes = (await contracts()).flatMap((contract) => contract.routes)
  const all = errorAdvice(errorsOf(routes))
  const sections = all.map(({ code, status, cause, remedy }) =>
    [`## ${code}`, '', `Status ${status}. ${cause}`, '', `**What to do:** ${remedy}`].join('\n'),
  )
  return {
    'docs/errors.md': `${[
      '# Errors',
      'Every service returns errors in the same format:',
      ['```json', JSON.stringify(example, null, 2), '```'].join('\n'),
      '`code` is for programs and never changes its meaning. `message` is for people and may change. `details`, when present, lists each invalid value by its path. Use the `x-request-id` header to find the request in the logs.',
      '`npm run wp -- docs` generates this page from `libs/kernel/src/error-guide.ts` and the codes that services declare (`services/*/src/errors.ts`).',
      all.map(line).join('\n'),
      ...sections,
    ].join('\n\n')}\n`,
  }
}
