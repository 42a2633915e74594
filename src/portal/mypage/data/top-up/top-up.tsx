import { pages, withQuery } from '#vocabulary/pages.ts'
import { procedureTitles } from '#portal/mypage/entrances.ts'
import { freshKeysOf } from '#portal/mypage/flow/keys.ts'
import { ProcedurePage, procedureMeta } from '#portal/mypage/flow/procedure-page.tsx'
import { orderAction } from '#portal/mypage/flow/submit.ts'
import { callOf } from '#portal/request.ts'
import { topUpApi } from '#protocol/top-up.ts'
import { Choose, isTopUpClosed } from './choose.tsx'
import { Done } from './done.tsx'
import type { Route } from './+types/top-up.ts'
import { yenFigure } from '#portal/mypage/flow/key-figures.tsx'
import { NextBills } from '#portal/mypage/flow/next-bills.tsx'
import { Review, type AtReview } from '#portal/mypage/flow/review.tsx'
import { formatLimit } from '#portal/mypage/flow/wording.ts'
import { Amount } from '#ui/amount.tsx'
import { formatVolume, formatYen } from '#ui/format.ts'
import type { Forecast, Residual, TopUps } from '#portal/mypage/shared/wire.ts'
import type { NextBills as NextBillsRead } from '#protocol/procedure.ts'
import { ServiceEnd } from './service-end.tsx'
import { outlookWith, TopUpStage } from './stage.tsx'
import { ask } from '#portal/mypage/flow/attempt.ts'
import { loadSteps, missing, type Errors } from '#portal/mypage/flow/load-steps.ts'
import { sentencesFor } from '#protocol/form.ts'
import { dataApi } from '#protocol/data.ts'
import type { Call } from '#protocol/http.ts'
import { pushApi } from '#protocol/push.ts'
import { usageApi } from '#protocol/usage.ts'
import { valueOf } from '#portal/mypage/shared/part.ts'
import { attempt } from '#portal/mypage/shared/attempt.ts'
import { whyNoPack } from '#portal/mypage/shared/top-up-offer.ts'

/** What the step of this address shows: 選択, 確認 or 完了. */
function loadCharge(call: Call, url: URL) {
  const readTopUps = () => ask(url, call(topUpApi.highSpeedCouponGet))
  const chosen = url.searchParams.get('packId') ?? ''
  return loadSteps(url, {
    input: async (errors: Errors) => ({ topUps: await readTopUps(), chosen, errors }),
    async confirm() {
      const [topUps, residual, usage] = await Promise.all([
        readTopUps(),
        ask(url, call(dataApi.highSpeedResidualGet)),
        attempt(call(usageApi.statusUsageGet, { query: {} })),
      ])
      // Who cannot buy anything now is told why, not to choose.
      if (!isOpen(topUps)) return missing()
      const fields = sentencesFor(topUpApi.highSpeedCouponPost.body, url.searchParams, ['packId'])
      const pack = topUps.packs.find(({ packId }) => packId === chosen)
      if (pack === undefined) return missing(fields)
      const { forecast } = valueOf(usage) ?? {}
      const { packId } = pack
      const bills = await attempt(call(topUpApi.highSpeedCouponBillsGet, { query: { packId } }))
      const { nextBills } = valueOf(bills) ?? {}
      return { topUps, residual, forecast, pack, nextBills, asOf: residual.asOf }
    },
    async done(orderNo: string) {
      const [bought, pushes] = await Promise.all([
        ask(url, call(topUpApi.topUpReceiptGet, { query: { orderNo } })),
        attempt(call(pushApi.pushGet)),
      ])
      return { bought, pushes: valueOf(pushes), asOf: bought.receipt.acceptedAt }
    },
  })
}

const isOpen = ({ packs, payment }: TopUps) => payment.usable && whyNoPack(packs) === undefined

type ConfirmProps = AtReview & {
  readonly topUps: TopUps
  readonly residual: Residual
  readonly forecast: Forecast | undefined
  readonly pack: TopUps['packs'][number]
  readonly nextBills: NextBillsRead | undefined
}

/** 確認: what it costs, when it is there, until when, and on which bill. */
function Confirm(props: ConfirmProps) {
  const { topUps, residual, forecast, pack, nextBills, note, refused, typed, keys } = props
  const { spentThisMonthYen, serviceEndsOn, payment } = topUps
  const { packId, priceYen } = pack
  return (
    <Review
      {...{ note, refused, typed }}
      why={pack.why}
      refusalTitle="チャージできませんでした"
      head={<ServiceEnd on={serviceEndsOn} />}
      stage={
        <TopUpStage
          what={`＋${formatVolume(pack.bytes, 'quota')}`}
          figures={[yenFigure('お支払い', priceYen)]}
          left={residual}
          pack={pack}
          word="追加後"
          outlook={outlookWith(forecast, pack.bytes)}
        />
      }
      facts={[
        ['有効期限', <strong key="value">{formatLimit(pack.expiresAt)}</strong>],
        ['請求', `今月ご利用分に合算・${payment.label}`],
        [
          '今月のチャージ料金',
          <Amount key="value" yen={spentThisMonthYen + priceYen} />,
          { was: <Amount yen={spentThisMonthYen} tax="none" /> },
        ],
      ]}
      form={{
        keys,
        conditions: `${packId}.${priceYen}`,
        values: { packId, priceYen: String(priceYen) },
        submitLabel: `${formatYen(priceYen)}で購入する`,
        under: '購入後すぐに使えます。購入後の取り消し・返金はできません。',
      }}
      back={{ href: withQuery(pages.topUp, { packId }), label: '選び直す' }}
    >
      <NextBills bills={nextBills} />
    </Review>
  )
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const loaded = await loadCharge(callOf(context), url)
  const isClosed = loaded.step === 'input' && isTopUpClosed(loaded.topUps)
  return { keys: freshKeysOf(context), isClosed, ...loaded }
}

/** Buys the pack that was confirmed, at the price that was shown. */
export const action = orderAction({ order: topUpApi.highSpeedCouponPost })

const titles = procedureTitles(pages.topUp, {})

export const meta = procedureMeta(titles)

export default function Charge({ loaderData, actionData }: Route.ComponentProps) {
  const { step } = loaderData
  return (
    <ProcedurePage titles={titles} loaded={loaderData} steps={['選択', '確認', '完了']}>
      {step === 'input' ? <Choose {...loaderData} key={loaderData.chosen} /> : null}
      {step === 'confirm' ? <Confirm {...loaderData} {...actionData} /> : null}
      {step === 'done' ? <Done {...loaderData} /> : null}
    </ProcedurePage>
  )
}
