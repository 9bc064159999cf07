import { errorAdvice } from '@wp/kernel'

const line = ({ code, status }: { code: string; status: number }) =>
  `- [\`${code}\`](#${code.toLowerCase()}) ${status}`

const example = {
  error: {
    code: 'VALIDATION_FAILED',
    message: 'date is a holiday',
    details: [{ path: 'date', message: 'is a holiday' }],
  },
}

/** `docs/errors.md`: every code that a reply may carry, why it comes and what to do then. */
export const errorsPage = (): Record<string, string> => {
  const all = errorAdvice()
  const sections = all.map(({ code, status, cause, remedy }) =>
    [`## ${code}`, '', `Status ${status}. ${cause}`, '', `**What to do:** ${remedy}`].join('\n'),
  )
  return {
    'docs/errors.md': `${[
      '# Errors',
      'Every failure has the same body, whatever service answers it:',
      ['```json', JSON.stringify(example, null, 2), '```'].join('\n'),
      '`code` is for programs and never changes its meaning; `message` is for people and may be reworded; `details`, where there are any, name each faulty value by its path. `x-request-id` in the headers of the reply is what the logs know the request by.',
      'This page is made by `npm run wp -- docs` from `libs/kernel/src/error-guide.ts`.',
      all.map(line).join('\n'),
      ...sections,
    ].join('\n\n')}\n`,
  }
}
