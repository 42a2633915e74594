import { lineWithSim } from '#portal/mypage/shared/line-words.ts'
import type { Refusal } from '#vocabulary/refusal.ts'
import type { AtReview } from '#portal/mypage/flow/review.tsx'
import { pages } from '#vocabulary/pages.ts'
import { Actions } from '#portal/mypage/order/actions.tsx'
import { Esim, type Activation } from '#portal/mypage/order/esim.tsx'
import type { Phone } from '#portal/mypage/shared/phone.ts'
import { OrderStage, timelineOf } from '#portal/mypage/shared/order-stage.tsx'
import type { Asked, Order, Returned } from '#portal/mypage/order/load.ts'
import { Arrival } from '#portal/mypage/flow/confirm-form.tsx'
import { ConfirmedEstimate } from '#portal/mypage/flow/estimate.tsx'
import { Side } from '#portal/mypage/flow/side.tsx'
import { Stopped } from '#portal/mypage/flow/stopped.tsx'
import { dayOfReceipt, formatLimit, formatWhen } from '#portal/mypage/flow/wording.ts'
import { Accordion } from '#ui/accordion.tsx'
import { ButtonLink, ButtonRow } from '#ui/button.tsx'
import { formatDateTime } from '#ui/format.ts'
import { Section, Split } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import type { SummaryEntry } from '#ui/summary-list.tsx'
import { TapLink, TextLink } from '#ui/text-link.tsx'
import { Timeline } from '#ui/timeline.tsx'

type DetailProps = AtReview & {
  readonly order: Order
  readonly asked: Asked | undefined
  readonly phone: Phone | undefined
  readonly activation?: Activation
  readonly activationRefused?: Refusal
  readonly returned: Returned | undefined
}

export function OrderDetail(props: DetailProps) {
  const { order, note, refused, returned } = props
  const { calendarPath } = order.receipt
  // An eSIM is installed before its line is switched over to it.
  const installsFirst = order.esim?.ready === true && props.asked !== 'switch'
  return (
    <Split
      sideLabel="受付の控え"
      side={<Side title="受付の控え" entries={receiptEntries(order)} />}
    >
      {/* Who came back for the code has not ordered anything. */}
      <Arrival note={props.asked === 'esim' ? undefined : note} />
      <Stopped title="受け付けられませんでした" refused={refused} />
      {returned === undefined ? null : (
        <Notice tone="warning" title="本人確認を始められませんでした" role="status">
          {returnWords[returned]}
        </Notice>
      )}
      <OrderStage order={order} />
      {installsFirst ? null : <Actions {...props} />}
      {order.page === undefined ? null : (
        <TapLink href={order.page.path}>{order.page.label}</TapLink>
      )}
      {order.esim === undefined ? null : (
        <Esim
          orderNo={order.orderNo}
          ready={order.esim.ready}
          activation={props.activation}
          phone={props.phone}
          refused={props.activationRefused}
        />
      )}
      {installsFirst ? <Actions {...props} /> : null}
      <Section id="timeline" title="これまでの経過と予定">
        <Timeline steps={timelineOf(order)} />
      </Section>
      {order.documents.length === 0 ? null : (
        <Section id="documents" title="書面">
          <ul>
            {order.documents.map(({ docId, title, url }) => (
              <li key={docId}>
                <a href={url}>{title}（PDF）</a>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {order.confirmedEstimate === undefined ? null : (
        <Accordion title="お申し込み時に確認した内容">
          <ConfirmedEstimate estimate={order.confirmedEstimate} />
        </Accordion>
      )}
      <ButtonRow>
        {calendarPath === undefined ? null : (
          <ButtonLink href={calendarPath}>日付をカレンダーに入れる</ButtonLink>
        )}
        <ButtonLink kind="plain" href={pages.orders}>
          お手続きの一覧に戻る
        </ButtonLink>
      </ButtonRow>
    </Split>
  )
}

const returnWords: Readonly<Record<Returned, string>> = {
  unavailable:
    '本人確認のシステムにつながりませんでした。お申し込みはそのままです。時間をおいて、もう一度「本人確認へ進む」を押してください。',
  incomplete:
    'ご登録の氏名・生年月日・住所がそろっていないため、書類の読み取りでは確認できません。担当者が確認し、結果をメールでお知らせします。',
  closed: 'この本人確認は終わっています。いまの状況は下のとおりです。',
}

function receiptEntries(order: Order): SummaryEntry[] {
  const { receipt, next, tracking, identity } = order
  // What is next is named by its own words already.
  const notNext = (on: string | undefined) => (on === next?.on ? undefined : on)
  const switchAt = notNext(order.switchAt)
  const effectiveOn = notNext(receipt.effectiveOn)
  const undoUntil = order.final ? undefined : receipt.undoUntil
  return [
    ['受付番号', order.orderNo],
    ['受付日時', formatDateTime(order.orderedAt)],
    ['対象の回線', order.lines.map(lineWithSim).join('、') || undefined],
    [next?.label ?? '', next && formatWhen(next.on)],
    ['切り替えの日時', switchAt && formatDateTime(switchAt)],
    [dayOfReceipt(order.operation), effectiveOn && formatWhen(effectiveOn)],
    ['取り消せる期限', undoUntil && formatLimit(undoUntil)],
    ['本人確認', identity?.stateLabel],
    [`お届け（${tracking?.carrierName}）`, tracking && trackingWords(tracking)],
  ]
}

function trackingWords({ trackingNo, url }: NonNullable<Order['tracking']>) {
  return url === undefined ? (
    `伝票番号 ${trackingNo}`
  ) : (
    <TextLink href={url} external>
      伝票番号 {trackingNo}
    </TextLink>
  )
}
