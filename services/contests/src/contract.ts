/** What others may import of contests: its routes and its events. */
export * from './contests/contest.contract.ts'
export { ContestCreated } from './contests/contest.events.ts'
