/** The contests routes and events that other packages may import. */
export * from './attempts/attempt.contract.ts'
export { AttemptPublished, AttemptRemoved } from './attempts/attempt.events.ts'
export * from './contest-site/contest-site.contract.ts'
export * from './contests/contest.contract.ts'
export { ContestChanged, ContestPublished, ContestRemoved } from './contests/contest.events.ts'
