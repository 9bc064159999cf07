export { ContestPage } from './contest.page.tsx'
export { ContestsPage } from './contests.page.tsx'
export { NewContestPage } from './new-contest.page.tsx'
