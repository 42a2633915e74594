import { fullNameOfLine } from '#portal/mypage/shared/line-words.ts'
import type { Offered } from '#portal/mypage/handover/load.ts'
import { ButtonLinkRow } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { formatDate, formatPhone, formatReservationNumber } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { SummaryList } from '#ui/summary-list.tsx'
import { pages, withQuery } from '#vocabulary/pages.ts'

/** A line that is offered: the number to pass on, or how far it has come; and the way to take it back. */
export function OfferCard({ line, offer }: Offered) {
  const { handoverNo, receiverKana, validUntil, firstDay, stateLabel, sentence } = offer
  const receiver = receiverKana === undefined ? 'ご家族' : `${receiverKana} さま`
  return (
    <>
      {handoverNo === undefined ? (
        <Notice title={stateLabel}>
          <p>{sentence}</p>
          {firstDay === undefined ? null : (
            <p>
              {fullNameOfLine(line)}は、<strong>{formatDate(firstDay)}0:00</strong>に{receiver}
              の回線になります。
            </p>
          )}
        </Notice>
      ) : (
        <Card>
          <h2>譲渡番号</h2>
          <p className="amount amount--figure">{formatReservationNumber(handoverNo)}</p>
          <CopyButton text={handoverNo} label="譲渡番号" />
          <SummaryList
            entries={[
              ['ゆずる回線の電話番号', formatPhone(line.number)],
              ['受け取る方', receiver],
              ['有効期限', validUntil && <strong>{`${formatDate(validUntil)}まで`}</strong>],
            ]}
          />
          <p>
            この番号と電話番号を、受け取る方に伝えてください。受け取る方は「お申し込み」で「ご家族の回線を譲り受ける」を選び、2つの番号を入力します。
          </p>
        </Card>
      )}
      {offer.canWithdraw ? (
        <ButtonLinkRow href={withQuery(pages.handover, { undo: offer.orderNo })}>
          手続きを取りやめる
        </ButtonLinkRow>
      ) : null}
    </>
  )
}
