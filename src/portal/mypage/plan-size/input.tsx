import type { Reserved } from '#portal/mypage/plan-size/load.ts'
import { useState } from 'react'
import { isClosed } from '#portal/mypage/flow/is-closed.ts'
import { FieldErrors, Hidden, Submit } from '#portal/mypage/flow/form.tsx'
import { Side } from '#portal/mypage/flow/side.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { QueuedNotice, type QueuedProcedure } from '#portal/mypage/flow/queued-notice.tsx'
import { RefusalNotice } from '#portal/mypage/flow/refusal.tsx'
import { formatDelta, formatLimit, formatWhen } from '#portal/mypage/flow/wording.ts'
import { averageWords } from '#portal/mypage/shared/average-words.ts'
import { useAdviceLink } from '#portal/mypage/shared/use-advice-link.ts'
import { Form } from '#portal/fields/form.tsx'
import { formatDate, formatYen, formatYenWithTax } from '#ui/format.ts'
import { Split } from '#ui/layout.tsx'
import { RadioCards } from '#ui/radio-cards.tsx'
import type { Result } from '#protocol/endpoint.ts'
import type { planSizeApi } from '#protocol/plan-size.ts'
import { Notice } from '#ui/notice.tsx'
import type { SummaryEntry } from '#ui/summary-list.tsx'
import { TextLink } from '#ui/text-link.tsx'

/** The change that is booked already, with the way to undo it. */
function Booked({ reserved }: { readonly reserved: Reserved }) {
  const { from, to, effectiveOn, undo, undoUntil, orderNo } = reserved
  return (
    <Notice tone="info" title="変更を予約しています">
      <p>
        {formatDate(effectiveOn)}に、{from.name}から<strong>{to.name}</strong>
        へ変わります。
      </p>
      {undo.allowed ? (
        <p>
          {formatLimit(undoUntil)}
          取り消せます。別の容量を選んで申し込むと、この予約と置き換わります。{' '}
          <TextLink href={`?undo=${encodeURIComponent(orderNo)}`}>予約を取り消す</TextLink>
        </p>
      ) : (
        <p>{undo.message}</p>
      )}
    </Notice>
  )
}

export type SizeList = Result<typeof planSizeApi.couponListGet>

type InputProps = {
  readonly list: SizeList
  readonly reserved: Reserved | undefined
  readonly settled: Reserved | undefined
  /** What waits for its turn: nothing else can be asked for until it is withdrawn. */
  readonly queued: readonly QueuedProcedure[]
  /** Chosen before, when one comes back. */
  readonly plan: string
  readonly errors: Readonly<Record<string, string>>
  readonly keys: FormKeys
}

export function PlanInput(props: InputProps) {
  const { list, reserved, settled, queued, plan, errors, keys } = props

  const advice = useAdviceLink()
  const [chosen, setChosen] = useState(plan)
  const blocked = blockedBy(list)
  const isShut = isSizeClosed(props)
  return (
    <Split
      sideLabel="料金と日付の要点"
      side={<Side title="ご契約と変更後" entries={summary(list, chosen, blocked !== undefined)} />}
    >
      <FieldErrors errors={errors} />
      {settled === undefined ? null : <Booked reserved={settled} />}
      {reserved === undefined ? null : <Booked reserved={reserved} />}
      <QueuedNotice queued={queued} keys={keys} />
      {blocked === undefined ? null : <RefusalNotice reason={blocked} isQueuedLater={!isShut} />}
      {isShut ? null : (
        <Form method="get" className="flow">
          <Hidden values={{ step: 'confirm', draft: keys.draft }} />
          <RadioCards
            name="plan"
            label="変更後のデータ容量"
            hint={averageHint(list)}
            options={list.sizes.map((size) => toOption(size, blocked !== undefined))}
            defaultValue={plan}
            required
            onChoose={setChosen}
            error={errors['plan']}
          />
          <Submit kind="primary">変更の内容を確認する</Submit>
          <p className="small">次の画面で、料金と適用日を確かめてから申し込めます。</p>
          {advice.map(({ href, label, hint }) => (
            <p key={href} className="small">
              どの容量にするか迷ったら：<a href={href}>{label}</a>（{hint}）
            </p>
          ))}
        </Form>
      )}
    </Split>
  )
}

/** Why no other size can be chosen now. */
function blockedBy({ sizes }: SizeList) {
  const others = sizes.filter((size) => !size.current)
  return others.every(({ why }) => !why.allowed) ? others[0]?.why : undefined
}

/** Nothing can be chosen and nothing more be put into the queue. */
export function isSizeClosed({ list, queued }: Pick<InputProps, 'list' | 'queued'>): boolean {
  const blocked = blockedBy(list)
  return blocked !== undefined && (isClosed(blocked) || queued.length > 0)
}

function toOption(size: SizeList['sizes'][number], isReasonAbove: boolean) {
  const { plan, name, monthlyYen, deltaYen, current, booked, why } = size
  return {
    value: String(plan),
    label: current ? `${name}（現在）` : name,
    disabled: !why.allowed && (current || !why.queueable),
    hint: current ? '現在ご契約のデータ容量です。' : hintOf(size, isReasonAbove),
    beside: (
      <>
        {formatYen(monthlyYen)}
        <span className="flow-note">
          {booked ? '予約中' : current ? '現在の月額' : formatDelta(deltaYen)}
        </span>
      </>
    ),
  }
}

function hintOf(
  { why, shareable, baseBytes }: SizeList['sizes'][number],
  isReasonAbove: boolean,
): string {
  if (!why.allowed && !isReasonAbove) {
    const from = why.freeFrom ? `${formatWhen(why.freeFrom)}から選べます。` : ''
    return `${why.message ?? ''}${from}`
  }
  if (baseBytes === 0) return '高速データ通信なし。いつでも低速でつながります。'
  return shareable ? '複数の回線でシェアできます。' : '1回線で使う容量です。'
}

function averageHint({ averageUse }: SizeList): string {
  const base = '月額は、いまの回線の構成で1か月使った場合の税込金額です。'
  if (averageUse === undefined) return base
  return `${base}${averageWords(averageUse)}`
}

/** A closed door has no date and no closing time. */
function summary(
  { current, sizes, effectiveOn, closesAt }: SizeList,
  chosen: string,
  isBlocked: boolean,
): SummaryEntry[] {
  const next = sizes.find(({ plan }) => String(plan) === chosen)
  return [
    ['現在のデータ容量', current.name],
    ['現在の月額', formatYenWithTax(current.monthlyYen)],
    ['変更後のデータ容量', next && <strong>{next.name}</strong>],
    ['変更後の月額', next && <strong>{formatYenWithTax(next.monthlyYen)}</strong>],
    ['月額の差', next && formatDelta(next.deltaYen)],
    ['適用日', isBlocked ? undefined : formatDate(effectiveOn)],
    ['この日付で受け付ける期限', isBlocked ? undefined : formatLimit(closesAt)],
  ]
}
