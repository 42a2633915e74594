import { fullNameOfLine } from '#portal/mypage/shared/line-words.ts'
import { formatLimit } from '#portal/mypage/flow/wording.ts'
import { formatDate } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { TextLink } from '#ui/text-link.tsx'
import type { cancellationApi } from '#protocol/cancellation.ts'
import type { Result } from '#protocol/endpoint.ts'

export type CancellationEstimate = Result<typeof cancellationApi.simCancelPaymentGet>
export type Booking = Result<typeof cancellationApi.statusCancelStateGet>['bookings'][number]

export const scopeWords = ({ scope, lines }: Pick<Booking, 'scope' | 'lines'>) =>
  scope === 'contract' ? 'ご契約のすべて' : lines.map(fullNameOfLine).join('、')

function whenWords({ state, lastServiceOn }: Pick<Booking, 'state' | 'lastServiceOn'>): string {
  if (state === 'awaiting_succession')
    return 'は、名義変更（承継）の手続きが終わるまで終了しません。'
  return lastServiceOn === undefined
    ? 'は、進行中のお手続きが終わってから1時間以内に、解約を予約します。'
    : `は、${formatDate(lastServiceOn)}に終了します。`
}

/** What is booked already, and the way to undo it. */
export function Bookings({ bookings }: { readonly bookings: readonly Booking[] }) {
  return bookings.map((booking) => (
    <Notice key={booking.orderNo} tone="warning" title={`解約：${booking.stateLabel}`}>
      <p>
        {booking.scope === 'contract' ? 'ご契約' : scopeWords(booking)}
        {whenWords(booking)}
      </p>
      {booking.undo.allowed ? (
        <p>
          {booking.undoUntil === undefined
            ? null
            : `${formatLimit(booking.undoUntil)}取り消せます。`}{' '}
          <TextLink href={`?undo=${encodeURIComponent(booking.orderNo)}`}>
            解約の予約を取り消す
          </TextLink>
        </p>
      ) : (
        <p>{booking.undo.message}</p>
      )}
    </Notice>
  ))
}
