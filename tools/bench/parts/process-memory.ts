import { readFileSync } from 'node:fs'

/** Returns the resident memory of a process in megabytes. Linux only. */
export const residentMbOf = (pid: number | undefined): number => {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

/** Returns the memory of a process in megabytes; memory that several processes share is divided among them. Linux only. */
export const proportionalMbOf = (pid: number | undefined): number => {
  const [, kilobytes] = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

/** Returns how much of that memory is files: programs and libraries. */
export const fileMbOf = (pid: number | undefined): number => {
  const text = readFileSync(`/proc/${pid}/smaps`, 'utf8')
  const kilobytes = [
    ...text.matchAll(/^\w+-\w+ \S+ \w+ \S+ \d+ +\/[^\n]*\n(?:\w[^\n]*:[^\n]*\n)*?Pss: +(\d+) kB/gm),
  ]
  return kilobytes.reduce((sum, [, each]) => sum + Number(each), 0) / 1024
}
