import { readdirSync, readFileSync } from 'node:fs'

/** CPU time of a process so far, all of its threads, in microseconds; Linux only. */
export const cpuMicrosOf = (pid: number): number => {
  let nanoseconds = 0
  for (const thread of readdirSync(`/proc/${pid}/task`))
    try {
      nanoseconds += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0])
    } catch {
      // It ended between the two looks.
    }
  return nanoseconds / 1000
}
