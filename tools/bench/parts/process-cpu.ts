import { readdirSync, readFileSync } from 'node:fs'

/** Returns the CPU time of all current threads of a process, in microseconds. Linux only. */
export const cpuMicrosOf = (pid: number): number => {
  let nanoseconds = 0
  for (const thread of readdirSync(`/proc/${pid}/task`))
    try {
      nanoseconds += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0])
    } catch {
      // The thread has ended in the meantime.
    }
  return nanoseconds / 1000
}
