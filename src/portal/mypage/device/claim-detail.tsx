import type { Refusal } from '#vocabulary/refusal.ts'
import { orderPage, pages } from '#vocabulary/pages.ts'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { Side } from '#portal/mypage/flow/side.tsx'
import { Stopped } from '#portal/mypage/flow/stopped.tsx'
import { formatWhen } from '#portal/mypage/flow/wording.ts'
import { OrderStage, timelineOf } from '#portal/mypage/shared/order-stage.tsx'
import { Photographs } from '#portal/mypage/device/photographs.tsx'
import { PressForm } from '#portal/mypage/device/press-form.tsx'
import type { Claim } from '#portal/mypage/device/wire.ts'
import { ButtonLink, ButtonRow } from '#ui/button.tsx'
import { formatDate, formatYenWithTax } from '#ui/format.ts'
import { Section, Split } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { Timeline } from '#ui/timeline.tsx'
import type { SummaryEntry } from '#ui/summary-list.tsx'
import type { ErrorCode } from '#protocol/errors.ts'
import type { Result } from '#protocol/endpoint.ts'
import type { orderApi } from '#protocol/order.ts'

type DetailProps = {
  readonly order: Result<typeof orderApi.orderGet>
  readonly claim: Claim
  readonly photographRefused: string | undefined
  readonly refused: Refusal<ErrorCode> | undefined
  readonly keys: FormKeys
}

export function ClaimDetail({ order, claim, photographRefused, refused, keys }: DetailProps) {
  const { orderNo } = claim
  const sending = ways[claim.state]
  return (
    <Split
      sideLabel="請求の内容"
      side={<Side title="請求の内容" entries={entriesOf(order, claim)} />}
    >
      <Stopped refused={refused} title="受け付けられませんでした" />
      <OrderStage order={order} />
      {sending === undefined ? null : (
        <Notice tone="info" title={sending.title}>
          {sending.text}
        </Notice>
      )}
      <Photographs {...{ claim, keys }} refused={photographRefused} />
      <Section id="timeline" title="これまでの経過と予定">
        <Timeline steps={timelineOf(order)} />
      </Section>
      {claim.canWithdraw ? (
        <PressForm
          keys={keys}
          intent="withdraw"
          values={{ orderNo }}
          label="この請求を取り下げる"
        />
      ) : null}
      <ButtonRow>
        <ButtonLink href={pages.devices}>端末の一覧に戻る</ButtonLink>
        <ButtonLink kind="plain" href={orderPage(orderNo)}>
          お手続き状況で見る
        </ButtonLink>
      </ButtonRow>
    </Split>
  )
}

const prepare =
  '送る前に、データの控えを取り、初期化し、画面ロックを解除してください。SIMカードとメモリーカードは取り外してください。送料はかかりません。'

/** What the member sends, and how. */
const ways: Partial<Record<Claim['state'], { title: string; text: string }>> = {
  awaiting_device: {
    title: '端末の送り方',
    text: `ご登録の住所に、送り状の入った箱をお送りします。箱に端末を入れ、集荷を頼むか、近くの窓口へお持ちください。${prepare}`,
  },
  return_awaited: {
    title: '故障した端末の返送',
    text: `交換品に同封の箱に、故障した端末を入れて返送してください。${prepare}`,
  },
  return_missing: {
    title: '故障した端末の返送',
    text: `交換品に同封の箱に、故障した端末を入れて、お早めに返送してください。${prepare}`,
  },
}

function entriesOf(order: DetailProps['order'], claim: Claim): SummaryEntry[] {
  const { next } = order
  return [
    ['受付番号', claim.orderNo],
    ['受付日', formatDate(claim.receivedOn)],
    ['保証', claim.basisLabel],
    ['内容', claim.causeLabel],
    ['起きた日', formatDate(claim.happenedOn)],
    ['詳しい状況', claim.story],
    ['自己負担', formatYenWithTax(claim.feeYen)],
    ['お受けできない理由', claim.reason],
    [next?.label ?? '', next && formatWhen(next.on)],
    ['伝票番号', claim.trackingNo],
  ]
}
