import { appendFileSync, readFileSync } from 'node:fs'
import { afterAll, expect } from 'vitest'
const own = () => { const s = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]!.split(' '); return [(+s[11]! + +s[12]!) / 100, (+s[13]! + +s[14]!) / 100] as const }
const g = globalThis as any
// import cost counts to the file: since the end of the previous one
const from = g.__cpuEnd ?? [0, 0]
const path = expect.getState().testPath
afterAll(() => { const e = own(); g.__cpuEnd = e; appendFileSync('/tmp/min/cpu-by-file.txt', `${(e[0] - from[0]).toFixed(2)} ${(e[1] - from[1]).toFixed(2)} ${path}\n`) })
