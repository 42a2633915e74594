import { api } from '#protocol/index.ts'
import type { Call } from '#protocol/http.ts'

/** What 確認 of another size hands to the order. */
export async function confirmSize({ call }: { call: Call }, plan: number) {
  const estimate = await call(api.couponEstimateGet, { query: { plan } })
  const { effectiveOn, conditions } = estimate
  return { estimate, body: { plan, effectiveOn, conditions } }
}

/** Books another size as the screens do. */
export async function bookSize(member: { call: Call }, plan: number, idempotencyKey?: string) {
  const { body } = await confirmSize(member, plan)
  return member.call(api.couponRegisterPost, { body, idempotencyKey })
}
