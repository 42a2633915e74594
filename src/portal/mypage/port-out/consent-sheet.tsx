import { fullNameOfLine } from '#portal/mypage/shared/line-words.ts'
import { debtEntry, instalmentsEntry } from '#portal/mypage/flow/debt.ts'
import { orderPage, pages } from '#vocabulary/pages.ts'
import { Losses } from '#portal/mypage/flow/estimate.tsx'
import { dayFigure, KeyFigures, yenFigure } from '#portal/mypage/flow/key-figures.tsx'
import { Review, type AtReview } from '#portal/mypage/flow/review.tsx'
import { formatLimit } from '#portal/mypage/flow/wording.ts'
import { ButtonLink, ButtonRow } from '#ui/button.tsx'
import { formatDateTime } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { SummaryList } from '#ui/summary-list.tsx'
import type { Result } from '#protocol/endpoint.ts'
import type { portOutApi } from '#protocol/port-out.ts'

type ConsentProps = AtReview & {
  readonly request: Result<typeof portOutApi.portOutOneStopGet>
  /** Of the receiving carrier: what brought the member here, and where the answer goes. */
  readonly handOff: Readonly<Record<'token' | 'returnUrl', string>>
}

/** What the member gives their consent to; nothing else is on it. */
export function ConsentSheet({ request, handOff, note, refused, keys }: ConsentProps) {
  const { receiverName, line, payment, consequences, conditions } = request
  const { expiresAt, consentExpiresOn } = request
  return (
    <Review
      {...{ note, refused }}
      why={request}
      stage={
        <KeyFigures
          what={`${fullNameOfLine(line)} → ${receiverName}`}
          figures={[
            yenFigure('転出の手数料', payment.feeYen),
            dayFigure('同意の有効期限', consentExpiresOn),
          ]}
        />
      }
      facts={[
        debtEntry(payment.isUnpaid, payment.unpaidYen),
        ...instalmentsEntry(payment.remainingInstalmentsYen, '転出後'),
        ['同意する期限', formatLimit(expiresAt)],
        ['有効期限を過ぎると', '移転先で開通しなかった同意は無効になり、回線はこのまま使えます。'],
      ]}
      head={
        <p>
          {receiverName}
          から、番号を移す申し込みを受け取りました。同意すると{receiverName}
          の画面に戻り、申し込みを続けられます。MNP予約番号は必要ありません。
        </p>
      }
      read={<Losses title="転出すると使えなくなるもの" sentences={consequences} />}
      form={{
        keys,
        conditions,
        values: handOff,
        submitLabel: '同意する',
        agreement: '費用と、使えなくなるものを確認し、転出に同意します',
      }}
      back={{ href: pages.top, label: '同意せずに戻る' }}
    />
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
          ['受付番号', orderNo],
          ['受付日時', formatDateTime(acceptedAt)],
        ]}
      />
    </>
  )
}
