import { api } from '#protocol/index.ts'
import { askUntilReply, browserOf } from '../api/faults/persistent-client.ts'
import type { makeMember } from '../api/members.ts'

type Member = Awaited<ReturnType<typeof makeMember>>

/**
 * Each member buys one pack after the other, at one portal after the other, and asks until there is an answer.
 * @param keys what its idempotency keys begin with.
 */
export function buyWithoutEnd(
  members: readonly Member[],
  portals: readonly { url: string }[],
  keys: string,
) {
  let asked = 0
  const portalUrl = () => portals[(asked += 1) % portals.length]?.url ?? ''
  const answers: { orderNo: string; at: number }[] = []
  const buy = async (member: Member, idempotencyKey: string) => {
    const { call } = browserOf(member, portalUrl)
    const body = { packId: '100mb', priceYen: 220 } as const
    const reply = await askUntilReply(() => call(api.highSpeedCouponPost, { body, idempotencyKey }))
    if (!('answer' in reply)) throw new Error(reply.refusedAs)
    answers.push({ orderNo: reply.answer.receipt.orderNo, at: performance.now() })
  }
  const over = new AbortController()
  const buying = members.map(async (member, client) => {
    for (let n = 0; !over.signal.aborted; n += 1) await buy(member, `${keys}-${client}-${n}`)
  })
  return {
    answers,
    /** The numbers of all orders that were acknowledged. */
    async end() {
      over.abort()
      await Promise.all(buying)
      return answers.map(({ orderNo }) => orderNo)
    },
    longestSilenceSeconds: () =>
      Math.max(...answers.slice(1).map(({ at }, n) => at - (answers[n]?.at ?? at))) / 1000,
  }
}
