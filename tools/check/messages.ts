import type { SourceFile } from './boundaries.ts'

/** `new AppError('CODE', 'message'` and `invalid('path', 'message'`, with the message as it stands in the source. */
const pattern =
  /(?:new AppError\(\s*'([A-Z_]+)'|\binvalid\(\s*['`][^'`]*['`]),\s*(['`"])((?:\\.|(?!\2)[\s\S])*)\2/g

/** What a caller has no use for. */
const insideWords = /\b(NATS|JetStream|MongoDB|mongo|gRPC|rpc|bucket|collection|null|NaN|stack)\b/i

/** Says what would be right: a second part after a colon or semicolon, a rule, or an instruction. */
const isHelpful = (message: string): boolean =>
  /[:;] \S/.test(message) ||
  /\b(must|only|at most|cannot|need(?:s|ed)?|again|first|may do|begins at|such as|required|allowed|the most|exceeds?)\b/i.test(
    message,
  ) ||
  /^(Send|Sign|Name|Say|Change|Show)\b/.test(message)

/** Messages that say no more on purpose, each with its reason. */
const meantSo: Record<string, string> = {
  '${path} ${message}': 'the words of whoever calls it, which are looked at there',
  'Email or password is wrong': 'who guesses must not learn which',
  '${what} not found': 'the id that was asked for is all there is to say',
  '${toNoun(name)} not found': 'the id that was asked for is all there is to say',
  'There is no account for ${email}': 'for operators, at their own terminal',
  'There is no service ${service}': 'for operators, at their own terminal',
  'The caller has disconnected': 'nobody is left to read it',
}

/** Messages of failures that leave a caller without help, as one line each. */
export const faultsOfMessages = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ path }) => /^(services|libs)\/[^/]+\/src\//.test(path) && !path.endsWith('.test.ts'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(pattern)].flatMap(([, code, , message = '']) => {
        if (code === 'INTERNAL' || message in meantSo) return []
        const faults = [
          message.endsWith('.') && 'ends with a full stop, which no other does',
          insideWords.test(message.replaceAll(/\$\{[^}]*\}/g, '')) && 'names something of the inside',
          !isHelpful(message) && 'does not say what would be right',
        ].filter((fault) => fault !== false)
        return faults.map((fault) => `${path}: “${message}” ${fault}`)
      }),
    )
