import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { formatLogLine, linesOfRequest } from './log-lines.ts'

const line = (service: string, second: number, fields: object) =>
  JSON.stringify({ level: 'info', time: `2027-03-10T09:00:0${second}.123Z`, service, msg: 'call', ...fields })

describe('linesOfRequest', () => {
  it("finds a request's lines in all logs, including rotated ones, oldest first", async () => {
    const folder = mkdtempSync(join(tmpdir(), 'wp-logs-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const write = (name: string, lines: string[]) =>
      writeFileSync(join(folder, name), `${lines.join('\n')}\n`)
    const [first, second, third] = [
      line('gateway', 1, { requestId: 'r1' }),
      line('identity', 2, { requestId: 'r1' }),
      line('scheduling', 3, { requestId: 'r1' }),
    ]
    write('gateway.log.1', [first])
    write('gateway.log', [line('gateway', 2, { requestId: 'r2' }), '{"ready":true}', 'no JSON, but r1'])
    write('scheduling.log', [third, line('scheduling', 4, { requestId: 'r3', of: 'r1' })])
    write('identity.log', [second])
    write('notes.txt', [line('none', 0, { requestId: 'r1' })])
    expect(await linesOfRequest(folder, 'r1')).toEqual([first, second, third])
  })
})

describe('formatLogLine', () => {
  it('formats a JSON line with its values and error stack, and prefixes other lines with the program name', () => {
    const shown = formatLogLine(
      line('identity', 1, { requestId: 'r1', workspaceId: 'w', method: 'GetJwks', ms: 3, details: [1] }),
      'identity',
    )
    expect(shown).toBe('09:00:01.123  identity       INFO   call method=GetJwks ms=3 details=[1]')
    const failed = formatLogLine(
      line('pos', 1, { level: 'error', err: { stack: 'Error: no\n  at here' } }),
      'pos',
    )
    expect(failed).toBe('09:00:01.123  pos            ERROR  call\n    Error: no\n      at here')
    expect(formatLogLine('Listening', 'nats')).toBe('nats: Listening')
  })
})
