import { pages } from '#vocabulary/pages.ts'
import { scopeWords, type Booking } from '#portal/mypage/cancel/bookings.tsx'
import type { CancellationEstimate, Chosen } from '#portal/mypage/cancel/input.tsx'
import type { ArrivalNote } from '#portal/mypage/flow/address.ts'
import { Charges } from '#portal/mypage/flow/charges.tsx'
import { Arrival, ConfirmForm } from '#portal/mypage/flow/confirm-form.tsx'
import { Confirmation } from '#portal/mypage/flow/confirmation.tsx'
import { debtEntry } from '#portal/mypage/flow/debt.ts'
import { EstimateSheet } from '#portal/mypage/flow/estimate-sheet.tsx'
import type { Stayed } from '#portal/mypage/flow/finish.ts'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { RefusalNotice } from '#portal/mypage/flow/refusal.tsx'
import { formatLimit } from '#portal/mypage/flow/wording.ts'
import { formatDate, formatYen, formatYenWithTax } from '#ui/format.ts'
import { Section } from '#ui/layout.tsx'
import { SummaryList } from '#ui/summary-list.tsx'
import { TextLink } from '#ui/text-link.tsx'

const path = pages.cancel

type ConfirmProps = Stayed & {
  readonly estimate: CancellationEstimate
  readonly chosen: Chosen
  readonly note: ArrivalNote | undefined
  readonly keys: FormKeys
}

export function CancelConfirm(props: ConfirmProps) {
  const { estimate, chosen, note, refused, agreementError, keys } = props
  const { why, conditions, finalBill, consequences, portOut } = estimate
  const lastDay = formatDate(estimate.lastServiceOn)
  const isWhole = estimate.scope === 'contract'
  const lineIds = chosen.scope === 'lines' ? chosen.lineIds : []
  return (
    <Confirmation
      title="費用と最終利用日"
      figures={[
        { term: '解約金', value: <strong>{formatYen(estimate.feeYen)}</strong> },
        { term: '最終利用日', value: <strong>{lastDay}</strong> },
        {
          term: '取り消し',
          value: estimate.undoUntil
            ? formatLimit(estimate.undoUntil)
            : (estimate.undoWhile ?? 'できません'),
        },
      ]}
      {...{ why, note, refused }}
    >
      <EstimateSheet estimate={estimate} date={lastDay} isMonthlyShown={!isWhole} />
      <Section id="last-bill" title="最後の請求">
        <SummaryList
          entries={[
            { term: '解約金', value: `${formatYen(estimate.feeYen)}（かかりません）` },
            { term: '最後の月の請求（見込み）', value: formatYenWithTax(finalBill.totalYen) },
            ...(estimate.isUnpaid ? [debtEntry(true)] : []),
            ...(estimate.remainingInstalmentsYen === 0
              ? []
              : [
                  {
                    term: '端末の分割払いの残り',
                    value: `${formatYen(estimate.remainingInstalmentsYen)}（解約後も毎月の支払いが続きます）`,
                  },
                ]),
          ]}
        />
        <Charges title="最後の月の請求の内訳" totals={finalBill} />
      </Section>
      {consequences.length === 0 ? null : (
        <Section id="lost" title="解約すると使えなくなるもの">
          <ul>
            {consequences.map((consequence) => (
              <li key={consequence}>{consequence}</li>
            ))}
          </ul>
          {portOut.lines.length === 0 ? null : (
            <p>
              電話番号をほかの会社で使い続けるときは、
              <TextLink href={portOut.path}>MNP転出</TextLink>をお申し込みください。
            </p>
          )}
        </Section>
      )}
      {why.allowed ? (
        <ConfirmForm
          keys={keys}
          conditions={conditions}
          values={{ lineIds }}
          submitLabel="解約を予約する"
          kind="danger"
          backHref={path}
          backLabel="解約せずに戻る"
          agreement="最終利用日と、使えなくなるものを確認しました"
          agreementError={agreementError}
        />
      ) : null}
    </Confirmation>
  )
}

type UndoProps = Stayed & {
  readonly booking: Booking | undefined
  readonly note: ArrivalNote | undefined
  readonly keys: FormKeys
}

export function CancelUndo({ booking, note, refused, keys }: UndoProps) {
  if (booking === undefined)
    return (
      <RefusalNotice
        title="取り消せる予約はありません"
        reason={{ code: 'NOTHING_BOOKED', message: 'すでに取り消されたか、解約が完了しています。' }}
      />
    )
  const { orderNo, lastServiceOn, undo, undoUntil } = booking
  return (
    <>
      <Arrival note={note} />
      {refused === undefined ? null : <RefusalNotice reason={refused} answersPress />}
      <SummaryList
        entries={[
          { term: '取り消す予約', value: `${scopeWords(booking)}の解約` },
          ...(lastServiceOn === undefined
            ? []
            : [{ term: '予約していた最終利用日', value: formatDate(lastServiceOn) }]),
          { term: '取り消したあと', value: '料金も番号もそのままで、引き続きお使いいただけます。' },
          { term: '費用', value: '0円（かかりません）' },
          ...(undoUntil === undefined
            ? []
            : [{ term: '取り消せる期限', value: formatLimit(undoUntil) }]),
        ]}
      />
      {undo.allowed ? (
        <ConfirmForm
          keys={keys}
          conditions={`undo.${orderNo}`}
          values={{ intent: 'undo', orderNo }}
          submitLabel="解約の予約を取り消す"
          backHref={path}
          backLabel="取り消さずに戻る"
        />
      ) : (
        <RefusalNotice reason={undo} title="この予約は取り消せません" />
      )}
    </>
  )
}
