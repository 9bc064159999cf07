import { newId } from '@wp/kernel'
import type { Platform } from '@wp/local'

const call = async (url: string, body?: object): Promise<Record<string, never>> => {
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(url, body && { method: 'POST', headers, body: JSON.stringify(body) })
  if (!reply.ok) throw new Error(`${url} answered ${reply.status} ${await reply.text()}`)
  return (await reply.json()) as Record<string, never>
}

/** A workspace of its own, made through the services themselves. */
export const signUp = async ({ services }: Platform) => {
  const billing = services['admin-billing']![0]!.http
  const [{ plans }, { businessCategories }] = (await Promise.all([
    call(`${billing}/public/plans`),
    call(`${billing}/public/business-categories`),
  ])) as unknown as [{ plans: { id: string }[] }, { businessCategories: { slug: string }[] }]
  const { token, workspace } = (await call(`${services['identity']![0]!.http}/signup`, {
    email: `${newId()}@shop.example`,
    password: 'bench-password-1',
    phone: '+14155550123',
    planId: plans[0]!.id,
    businessCategorySlug: businessCategories[0]!.slug,
  })) as unknown as { token: string; workspace: { id: string } }
  return { token, workspaceId: workspace.id }
}
