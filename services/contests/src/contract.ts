export * from './events.ts'
export * from './contests/contest.contract.ts'
