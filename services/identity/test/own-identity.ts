import { fixedClock } from '@wp/kernel'
import { eventually, inProcess, newWorkspace, uniqueName } from '@wp/testing'
import * as contract from '../src/contract.ts'
import { service } from '../src/service.ts'

export const password = 'correct-horse-1'
export const bootstrapToken = 'a-bootstrap-token'

/**
 * Starts a separate identity service in this process with its own database and clock. Tests call it without a
 * gateway.
 */
export const ownIdentity = async (env: Record<string, string> = {}) => {
  const clock = fixedClock(new Date().toISOString())
  const running = await inProcess(service, { clock, env: { BOOTSTRAP_TOKEN: bootstrapToken, ...env } })
  const { planId } = await newWorkspace()
  const as = (token?: string, workspaceId?: string) => running.as(contract, { token, workspaceId })

  const signUp = async () => {
    const email = `${uniqueName('owner')}@shop.example`
    const { body } = await as().signup({
      email,
      password,
      phone: '+14155550123',
      planId,
      businessCategorySlug: 'retail',
    })
    return {
      email,
      password,
      token: body.token,
      refreshToken: body.refreshToken,
      workspaceId: body.workspace.id,
      api: as(body.token, body.workspace.id),
    }
  }

  return {
    running,
    clock,
    as,
    visitor: as(),
    stop: () => running.stop(),

    /** Advances the clock and waits until the service has read the revocations at the new time. */
    advance: async (ms: number) => {
      clock.advance(ms)
      // Uses a valid token, because invalid ones are rejected before the revocations are read.
      const { api } = await signUp()
      await eventually(async () => {
        const { status } = await api.me()
        if (status !== 200) throw new Error(`The status is still ${status}`)
      })
    },

    signUp,
  }
}
export type OwnIdentity = Awaited<ReturnType<typeof ownIdentity>>
