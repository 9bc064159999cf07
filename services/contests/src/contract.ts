/** What others may import of contests: its routes and its events. */
export * from './attempts/attempt.contract.ts'
export { AttemptChanged, AttemptRemoved } from './attempts/attempt.events.ts'
export * from './contests/contest.contract.ts'
export { ContestChanged, ContestRemoved } from './contests/contest.events.ts'
