// G13: the cost of the dashboard must not grow with the number of workspaces. Each workspace has a payment.
import type { Platform } from '@wp/local-platform'
import { benchBySize, call, get } from './parts/by-size.ts'

const adminToken = async ({ services, bootstrapToken }: Platform): Promise<string> => {
  const identity = services['identity']![0]!.http
  const login = { email: 'bench@platform.example', password: 'bench-password-1' }
  await call(`${identity}/auth/admin/bootstrap`, login, { 'x-bootstrap-token': bootstrapToken })
  return (await call<{ token: string }>(`${identity}/auth/admin/login`, login)).token
}

await benchBySize({
  service: 'admin-billing',
  id: 'dashboard',
  title: 'Dashboard by number of workspaces',
  noun: 'workspaces',
  sizes: [10, 100, 1_000],
  peers: ['identity', 'storefront'],
  prepare: async (platform) => {
    const token = await adminToken(platform)
    return {
      overview: [get('/admin/dashboard/overview', token)],
      timeseries: [get('/admin/dashboard/timeseries?metric=activeSubscriptions', token)],
    }
  },
})
