import { api } from '#protocol/index.ts'
import type { Call } from '#protocol/http.ts'
import { askUntilReply } from './persistent-client.ts'

/** The order numbers that were acknowledged to a client. */
export type Acknowledged = {
  topUps: string[]
  sizes: string[]
  switches: number
  rounds: number
  refused: string[]
}

export const nothingYet = (): Acknowledged => ({
  topUps: [],
  sizes: [],
  switches: 0,
  rounds: 0,
  refused: [],
})

export type Client = {
  call: Call
  lineId: string
  /** Every order of the client has a key of its own, and the same at every try. */
  newKey: () => { idempotencyKey: string } | Record<never, never>
  /** Does it again as if the answer had been lost on its way. */
  losesAnswers: (n: number) => boolean
  acknowledged: Acknowledged
}

const sizes = [18, 25, 30, 40]

/** The procedures of one client, one after the other, each asked until it is answered. */
export async function orderInStorm(client: Client, goesOn: (n: number) => boolean) {
  for (let n = 0; goesOn(n); n += 1) {
    client.acknowledged.rounds += 1
    await topUp(client, n)
    if (n % 2 === 1) await bookSize(client, n)
    if (n === 1) await switchOff(client, n)
  }
}

async function topUp(client: Client, n: number) {
  const key = client.newKey()
  const reply = await acknowledged(client, n, () =>
    client.call(api.highSpeedCouponPost, { body: { packId: '100mb', priceYen: 220 }, ...key }),
  )
  if (reply) client.acknowledged.topUps.push(reply.receipt.orderNo)
}

async function bookSize(client: Client, n: number) {
  const plan = sizes[n % sizes.length] ?? 18
  const estimate = await acknowledged(client, 1, () =>
    client.call(api.couponEstimateGet, { query: { plan: String(plan) } }),
  )
  if (!estimate) return
  const { effectiveOn, conditions } = estimate
  const key = client.newKey()
  const reply = await acknowledged(client, n, () =>
    client.call(api.couponRegisterPost, { body: { plan, effectiveOn, conditions }, ...key }),
  )
  if (reply) client.acknowledged.sizes.push(reply.orderNo)
}

async function switchOff(client: Client, n: number) {
  const key = client.newKey()
  const reply = await acknowledged(client, n, () =>
    client.call(api.highSpeedStatusPut, { body: { lineId: client.lineId, on: false }, ...key }),
  )
  if (reply) client.acknowledged.switches += 1
}

async function acknowledged<Result>(client: Client, n: number, ask: () => Promise<Result>) {
  if (client.losesAnswers(n)) await askUntilReply(ask)
  const reply = await askUntilReply(ask)
  if ('answer' in reply) return reply.answer
  client.acknowledged.refused.push(reply.refusedAs)
  return undefined
}
