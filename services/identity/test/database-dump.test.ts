import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashSecret, newId } from '@wp/kernel'
import { newWorkspace, platform, visitorApi } from '@wp/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import * as contract from '../src/contract.ts'
import { enrolTotp, newChallenge } from './second-factors.ts'
import { apiAs, inviteMember, newestMessage, newRole, staffPassword } from './staff-members.ts'

const visitor = () => visitorApi(contract)

const textsIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))

describe('stored data', () => {
  it('contains no plain-text password, token, secret or code, and neither do the logs', async () => {
    const workspace = await newWorkspace(contract)
    const phone = `+1415557${String(Date.now() % 10_000).padStart(4, '0')}`
    const { secret, backupCodes } = await enrolTotp(workspace.api)
    const { challengeId } = (await workspace.api.startPhone({ phone })).body
    const { code } = await newestMessage(phone)
    await workspace.api.verifyPhone({ challengeId, code: code! })
    const { id: login } = await newChallenge(workspace)
    await visitor().sendLoginCode({ challengeId: login })
    const { text: loginMessage } = await newestMessage(phone)
    await visitor().forgetPassword({ email: workspace.email })
    const { token: reset } = await newestMessage(workspace.email)
    const { invitationToken } = await inviteMember(workspace, await newRole(workspace, []))
    await visitor().acceptInvitation({ body: { token: invitationToken, password: staffPassword } })
    const { body: renewed } = await visitor().refresh({ refreshToken: workspace.refreshToken })

    const headers = { 'idempotency-key': newId() }
    const newKey = { name: 'Shop sync', permissions: ['staff.manage'] }
    const { body: created } = await workspace.api.createApiKey({ body: newKey, headers })
    const params = { apiKeyId: created.apiKey.id }
    const { body: rotated } = await workspace.api.rotateApiKey({
      params,
      body: { overlapSeconds: 60 },
      headers: { 'idempotency-key': newId() },
    })
    for (const key of [created.secret, rotated.secret])
      expect((await apiAs(key, workspace.workspaceId).listRoles()).status).toBe(200)

    const folder = mkdtempSync(join(tmpdir(), 'wp-dump-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const tool = join(import.meta.dirname, '../../../tools/wp/main.ts')
    const env = { ...process.env, MONGODB_URL: platform().mongoUrl }
    execFileSync(process.execPath, [tool, 'db', 'export', folder], { stdio: 'pipe', env })
    const dump = textsIn(folder)
    expect(dump.some((text) => text.includes(workspace.workspaceId))).toBe(true)

    const secrets = {
      password: workspace.password,
      staffPassword,
      adminPassword: platform().admin.password,
      accessToken: renewed.token,
      refreshToken: renewed.refreshToken.split('.')[2]!,
      totpSecret: secret,
      resetToken: reset!,
      invitationToken,
      sms: loginMessage,
      backupCode: backupCodes[0]!,
      apiKey: created.secret.slice(13),
      rotatedApiKey: rotated.secret.slice(13),
      apiKeyHash: hashSecret(created.secret),
      bareBackupCode: backupCodes[1]!.replace('-', ''),
    }
    const logs = textsIn(platform().logsDir)
    expect(logs.some((text) => text.includes('"service":"identity"'))).toBe(true)
    for (const [name, value] of Object.entries(secrets)) {
      expect(
        dump.filter((text) => text.includes(value)),
        `${name} in the database`,
      ).toEqual([])
      expect(
        logs.filter((text) => text.includes(value)),
        `${name} in the logs`,
      ).toEqual([])
    }
  })
})
