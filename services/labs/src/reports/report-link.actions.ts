import { hashSecret, invalid } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { LabsDeps } from '../deps.ts'
import type { StoredLabTest } from '../lab-tests/lab-test.types.ts'
import type { ReportRecipient } from './report-link.contract.ts'
import { publishReportOpened, publishReportSent } from './report-link.events.ts'

/** Sends a link to the report of a completed test to its client, or to the given address. Returns the addresses. */
export const sendTestReport = async (
  { db, labTests, people }: Pick<LabsDeps, 'db' | 'labTests' | 'people'>,
  workspaceId: Id,
  testId: Id,
  { email: given, language }: ReportRecipient,
  actorId: Id,
) => {
  const { clientId } = await labTests.get(workspaceId, testId)
  const { client } = await people.getClient({ workspaceId, clientId })
  return db.transaction(async (tx) => {
    const labTest = await labTests.get(workspaceId, testId)
    checkSendable(labTest)
    const email = given ?? client?.email ?? null
    const phone = given === undefined ? (client?.phone ?? null) : null
    if (email === null && phone === null)
      throw invalid('email', 'is required because the client has no email address and no phone number')
    const recipient = {
      name: labTest.clientName,
      email,
      phone,
      language: language ?? client?.language ?? null,
    }
    publishReportSent(tx, labTest, recipient, actorId)
    return { email, phone }
  })
}

const checkSendable = ({ status, clientDateOfBirth }: StoredLabTest): void => {
  if (status !== 'completed')
    throw invalid('status', `must be completed to send the report, but is ${status}`)
  if (clientDateOfBirth === null)
    throw invalid('dateOfBirth', 'is required: the client enters it to open the report')
}

const maxTries = 5

type LinkDeps = Pick<LabsDeps, 'db' | 'messageLinks' | 'reportLinks' | 'labTests' | 'workspaces'>

/**
 * Returns the link and its test; null when the link is unknown, has expired or had too many failed attempts.
 */
export const findReportLink = async (deps: LinkDeps, token: string) => {
  const tokenHash = hashSecret(token)
  const { link } = await deps.messageLinks.getMessageLink({ hash: tokenHash })
  if (!link || link.type !== 'lab_report.ready') return null
  const workspace = await deps.workspaces.find(link.workspaceId)
  const labTest = await deps.labTests.find(link.workspaceId, link.recordId)
  if (!workspace || labTest?.status !== 'completed') return null
  if ((await deps.reportLinks.countTries(tokenHash)) >= maxTries) return null
  return { tokenHash, workspace, labTest, language: link.language, expiresAt: new Date(link.expiresAt) }
}

type ReportLink = NonNullable<Awaited<ReturnType<typeof findReportLink>>>

/** Checks the date of birth for a link; `tried-out` after too many wrong dates. */
export const tryDateOfBirth = async (
  { db, reportLinks }: LinkDeps,
  { tokenHash, labTest, expiresAt }: ReportLink,
  form: string,
): Promise<'correct' | 'wrong' | 'tried-out'> => {
  const tries = await reportLinks.addTry(tokenHash, expiresAt)
  if (tries > maxTries) return 'tried-out'
  const given = new URLSearchParams(form).get('dateOfBirth')
  if (given === null || given.trim() !== labTest.clientDateOfBirth)
    return tries === maxTries ? 'tried-out' : 'wrong'
  await reportLinks.removeTry(tokenHash)
  await db.transaction(async (tx) => publishReportOpened(tx, labTest))
  return 'correct'
}
