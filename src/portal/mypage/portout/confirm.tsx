import { pages } from '#vocabulary/pages.ts'
import { lineWords } from '#portal/mypage/flow/wording.ts'
import type { ArrivalNote } from '#portal/mypage/flow/address.ts'
import { Charges } from '#portal/mypage/flow/charges.tsx'
import { ConfirmForm } from '#portal/mypage/flow/confirm-form.tsx'
import { Confirmation } from '#portal/mypage/flow/confirmation.tsx'
import { debtEntry } from '#portal/mypage/flow/debt.ts'
import { EstimateSheet } from '#portal/mypage/flow/estimate-sheet.tsx'
import type { Stayed } from '#portal/mypage/flow/finish.ts'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { formatYen, formatYenWithTax } from '#ui/format.ts'
import { Section } from '#ui/layout.tsx'
import { SummaryList, type SummaryEntry } from '#ui/summary-list.tsx'
import type { Result } from '#protocol/endpoint.ts'
import type { portOutApi } from '#protocol/port-out.ts'

type Payment = Result<typeof portOutApi.portOutPaymentGet>

type ConfirmProps = Stayed & {
  readonly payment: Payment
  readonly lineId: string
  readonly note: ArrivalNote | undefined
  readonly keys: FormKeys
}

export function PortOutConfirm(props: ConfirmProps) {
  const { payment, lineId, note, refused, agreementError, keys } = props
  const { why, conditions, consequences, finalBill, validDays } = payment
  return (
    <Confirmation
      title="費用と期限"
      figures={owed(payment)}
      queueing={{ keys, wish: { operation: 'portOut', lineId } }}
      {...{ why, note, refused }}
    >
      <EstimateSheet
        estimate={payment}
        isMonthlyShown={false}
        more={[
          { term: '転出する回線', value: payment.lines.map(lineWords).join('、') },
          { term: 'MNP予約番号の有効期間', value: `発行日を含めて${validDays}日間` },
        ]}
      />
      <Section id="last-bill" title="転出した月の請求">
        <SummaryList
          entries={[
            ...owed(payment),
            { term: '転出した月の請求（見込み）', value: formatYenWithTax(finalBill.totalYen) },
          ]}
        />
        <Charges title="転出した月の請求の内訳" totals={finalBill} />
      </Section>
      {consequences.length === 0 ? null : (
        <Section id="lost" title="転出すると使えなくなるもの">
          <ul>
            {consequences.map((consequence) => (
              <li key={consequence}>{consequence}</li>
            ))}
          </ul>
        </Section>
      )}
      {why.allowed ? (
        <ConfirmForm
          keys={keys}
          conditions={conditions}
          values={{ lineId }}
          submitLabel="MNP予約番号の発行を申し込む"
          backHref={pages.portOut}
          backLabel="回線を選び直す"
          agreement="費用と、使えなくなるものを確認しました"
          agreementError={agreementError}
        />
      ) : null}
    </Confirmation>
  )
}

function owed({ feeYen, unpaidYen, isUnpaid, remainingInstalmentsYen }: Payment): SummaryEntry[] {
  return [
    { term: '転出の手数料', value: <strong>{formatYen(feeYen)}</strong> },
    debtEntry(isUnpaid, unpaidYen),
    ...(remainingInstalmentsYen === 0
      ? []
      : [
          {
            term: '端末の分割払いの残り',
            value: `${formatYen(remainingInstalmentsYen)}（転出後も毎月の支払いが続きます）`,
          },
        ]),
  ]
}
