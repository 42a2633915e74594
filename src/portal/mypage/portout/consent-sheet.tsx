import { debtEntry } from '#portal/mypage/flow/debt.ts'
import { orderPage, pages } from '#vocabulary/pages.ts'
import type { ArrivalNote } from '#portal/mypage/flow/address.ts'
import { Arrival, ConfirmForm } from '#portal/mypage/flow/confirm-form.tsx'
import type { Stayed } from '#portal/mypage/flow/finish.ts'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { RefusalNotice } from '#portal/mypage/flow/refusal.tsx'
import { formatLimit, lineWords } from '#portal/mypage/flow/wording.ts'
import { ButtonLink, ButtonRow } from '#ui/button.tsx'
import { formatDate, formatDateTime, formatYen } from '#ui/format.ts'
import { Section } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { SummaryList } from '#ui/summary-list.tsx'
import type { Result } from '#protocol/endpoint.ts'
import type { portOutApi } from '#protocol/port-out.ts'

type ConsentProps = Stayed & {
  readonly request: Result<typeof portOutApi.portOutOneStopGet>
  readonly note: ArrivalNote | undefined
  readonly keys: FormKeys
}

/** What the member gives their consent to; nothing else stands on it. */
export function ConsentSheet({ request, note, refused, agreementError, keys }: ConsentProps) {
  const { receiverName, line, payment, consequences, conditions, ...why } = request
  const { expiresAt, consentExpiresOn } = request
  return (
    <>
      <Arrival note={why.allowed ? note : undefined} />
      {refused === undefined ? null : <RefusalNotice reason={refused} answersPress />}
      {why.allowed || refused !== undefined ? null : <RefusalNotice reason={why} />}
      <p>
        {receiverName}
        から、次の番号を移す申し込みを受け取りました。同意すると{receiverName}
        の画面に戻り、申し込みを続けられます。MNP予約番号は必要ありません。
      </p>
      <SummaryList
        entries={[
          { term: '移転先', value: receiverName },
          { term: '移す番号', value: lineWords(line) },
          { term: '転出の手数料', value: formatYen(payment.feeYen) },
          debtEntry(payment.isUnpaid, payment.unpaidYen),
          ...(payment.remainingInstalmentsYen === 0
            ? []
            : [
                {
                  term: '端末の分割払いの残り',
                  value: `${formatYen(payment.remainingInstalmentsYen)}（転出後も毎月の支払いが続きます）`,
                },
              ]),
          { term: '同意する期限', value: formatLimit(expiresAt) },
          {
            term: '同意の有効期限',
            value: `${formatDate(consentExpiresOn)}まで。それまでに移転先で開通しないと同意は無効になり、回線はこのまま使えます。`,
          },
        ]}
      />
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
          values={{}}
          submitLabel="同意する"
          backHref={pages.top}
          backLabel="同意せずに戻る"
          agreement="費用と、使えなくなるものを確認し、転出に同意します"
          agreementError={agreementError}
        />
      ) : null}
    </>
  )
}

/** The way back is a link: a form may not be sent on to another site (CSP), and it can be pressed again. */
export function ConsentDone({
  redirectUrl,
  orderNo,
  acceptedAt,
}: {
  readonly redirectUrl: string
  readonly orderNo: string
  readonly acceptedAt: string
}) {
  return (
    <>
      <Notice tone="good" title="同意を受け付けました" role="status">
        移転先の会社の画面に戻り、申し込みを続けてください。移転が完了すると、この回線は自動で解約になります。
      </Notice>
      <ButtonRow>
        <ButtonLink kind="primary" href={redirectUrl}>
          移転先の画面に戻る
        </ButtonLink>
        <ButtonLink kind="plain" href={orderPage(orderNo)}>
          お手続き状況を見る
        </ButtonLink>
      </ButtonRow>
      <SummaryList
        entries={[
          { term: '受付番号', value: orderNo },
          { term: '受付日時', value: formatDateTime(acceptedAt) },
        ]}
      />
    </>
  )
}
