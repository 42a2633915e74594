import { ask } from '#portal/mypage/flow/attempt.ts'
import { loadSteps, missing, type Errors } from '#portal/mypage/flow/load-steps.ts'
import { sentencesFor } from '#protocol/form.ts'
import { topUpApi } from '#protocol/top-up.ts'
import { dataApi } from '#protocol/data.ts'
import type { Call } from '#protocol/http.ts'
import { usageApi } from '#protocol/usage.ts'
import { valueOf } from '#portal/mypage/shared/part.ts'
import { settle } from '#portal/mypage/shared/settle.ts'
import { whyNoPack } from '#portal/mypage/shared/top-up-offer.ts'
import type { TopUps } from '#portal/mypage/shared/wire.ts'

/** What the step of this address shows: 選択, 確認 or 完了. */
export function loadCharge(call: Call, url: URL) {
  const readTopUps = () => ask(url, call(topUpApi.highSpeedCouponGet))
  const chosen = url.searchParams.get('packId') ?? ''
  return loadSteps(url, {
    input: async (errors: Errors) => ({ topUps: await readTopUps(), chosen, errors }),
    async confirm() {
      const [topUps, residual, usage] = await Promise.all([
        readTopUps(),
        ask(url, call(dataApi.highSpeedResidualGet)),
        settle(call(usageApi.statusUsageGet, { query: {} })),
      ])
      // Who cannot buy anything now is told why, not to choose.
      if (!isOpen(topUps)) return missing()
      const fields = sentencesFor(topUpApi.highSpeedCouponPost.body, url.searchParams, ['packId'])
      const pack = topUps.packs.find(({ packId }) => packId === chosen)
      if (pack === undefined) return missing(fields)
      const { forecast } = valueOf(usage) ?? {}
      const { packId } = pack
      const bills = await settle(call(topUpApi.highSpeedCouponBillsGet, { query: { packId } }))
      const { nextBills } = valueOf(bills) ?? {}
      return { topUps, residual, forecast, pack, nextBills, asOf: residual.asOf }
    },
    async done(orderNo: string) {
      const bought = await ask(url, call(topUpApi.topUpReceiptGet, { query: { orderNo } }))
      return { bought, asOf: bought.receipt.acceptedAt }
    },
  })
}

const isOpen = ({ packs, payment }: TopUps) => payment.usable && whyNoPack(packs) === undefined
