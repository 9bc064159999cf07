import { createPlatformClient } from '@workspace-platform/client'
import { adminBilling } from '@workspace-platform/client/admin-billing'
import { identity } from '@workspace-platform/client/identity'
import { keepBooks } from './books.ts'
import { fillCalendar } from './calendar.ts'
import { holdContest } from './contest.ts'
import { runLaboratory } from './laboratory.ts'
import { addPeople, password } from './people.ts'
import type { Progress } from './progress.ts'
import { sellAtTill } from './sales.ts'
import type { Scene } from './scene.ts'
import { openShop } from './shop.ts'

export type Demonstration = {
  workspaceId: string
  ownerEmail: string
  staffEmails: string[]
  password: string
  storeSlug: string
  contestId: string
  labTestId: string
  jobId: string
  /** The number of requests sent. It must stay below the rate limit of 1,200 per minute and address. */
  requests: number
}

const dayMs = 86_400_000

/** Signs up a new workspace and fills it through the public API with data for the weeks around `now`. */
export const fillWorkspace = async (
  url: string,
  { now, progress }: { now: Date; progress: Progress },
): Promise<Demonstration> => {
  const run = now.getTime().toString(36)
  let requests = 0
  const counted: typeof fetch = (...request) => {
    requests += 1
    return fetch(...request)
  }
  const scene: Scene = {
    owner: createPlatformClient({ url, fetch: counted }),
    visitor: createPlatformClient({ url, fetch: counted }),
    run,
    day: (offset) => new Date(now.getTime() + offset * dayMs).toISOString().slice(0, 10),
    progress,
  }
  progress.begin('workspace')
  const ownerEmail = `owner-${run}@example.com`
  const { plans } = await scene.visitor.use(adminBilling).listPublicPlans()
  const { workspace } = await scene.owner.use(identity).signup({
    body: {
      email: ownerEmail,
      password,
      phone: '+14155550123',
      planId: (plans.find(({ slug }) => slug === 'pro') ?? plans[0]!).id,
      businessCategorySlug: 'beauty-salon',
      name: 'Blue Moon',
      slogan: 'Take your time',
    },
  })
  progress.tick()
  const people = await addPeople(scene)
  const services = await fillCalendar(scene, people)
  await sellAtTill(scene, people, services)
  await keepBooks(scene)
  const { slug, jobId } = await openShop(scene)
  const labTestId = await runLaboratory(scene, people)
  const contestId = await holdContest(scene)
  return {
    workspaceId: workspace.id,
    ownerEmail,
    staffEmails: people.staffLogins,
    password,
    storeSlug: slug,
    contestId,
    labTestId,
    jobId,
    requests,
  }
}
