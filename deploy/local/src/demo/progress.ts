export type Progress = { begin(part: string): void; tick(): void }

const width = 30

/** Shows a progress bar on a terminal, or prints one line per part elsewhere. `end` removes the bar. */
export const progressBar = (totalTicks: number, out: { write(text: string): unknown; isTTY?: boolean }) => {
  let ticks = 0
  let part = ''
  const draw = () => {
    const share = Math.min(1, ticks / totalTicks)
    const filled = Math.round(share * width)
    const bar = `${'█'.repeat(filled)}${'░'.repeat(width - filled)}`
    out.write(`\r${bar} ${String(Math.round(share * 100)).padStart(3)} % ${part.padEnd(24)}`)
  }
  return {
    begin: (name: string) => {
      part = name
      if (out.isTTY) draw()
      else out.write(`  ${name}\n`)
    },
    tick: () => {
      ticks += 1
      if (out.isTTY) draw()
    },
    end: () => {
      if (out.isTTY) out.write(`\r${' '.repeat(width + 32)}\r`)
    },
  }
}
