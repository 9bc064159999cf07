import type { Condition } from './range.contract.ts'

/** Whether a result fulfils a condition: `holds(5, '>=', 5)`. */
export const holds = (result: number, condition: Condition, value: number): boolean => {
  switch (condition) {
    case '>=':
      return result >= value
    case '<=':
      return result <= value
    case '=':
      return result === value
    case '>':
      return result > value
    case '<':
      return result < value
  }
}
