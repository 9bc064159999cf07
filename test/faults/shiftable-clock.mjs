import { readFileSync } from 'node:fs'

// Loaded before a service (node --import). On SIGUSR2, the process's system time is shifted by the number of
// milliseconds in the file named after its process id.

const RealDate = Date
let offsetMs = 0

// The class must be named Date, because libraries recognize the type by its name.
globalThis.Date = class Date extends RealDate {
  constructor(...args) {
    if (args.length === 0) super(RealDate.now() + offsetMs)
    else super(...args)
  }
  static now() {
    return RealDate.now() + offsetMs
  }
  static [Symbol.hasInstance](value) {
    return RealDate[Symbol.hasInstance](value)
  }
}

process.on('SIGUSR2', () => {
  offsetMs = Number(readFileSync(`${process.env.SHIFTED_CLOCKS_DIR}/${process.pid}`, 'utf8'))
})
