import { Arrival, ConfirmForm } from '#portal/mypage/flow/confirm-form.tsx'
import type { AtReview } from '#portal/mypage/flow/review.tsx'
import { RefusalNotice } from '#portal/mypage/flow/refusal.tsx'
import { Stopped } from '#portal/mypage/flow/stopped.tsx'
import { formatLimit } from '#portal/mypage/flow/wording.ts'
import { SummaryList, type SummaryEntry } from '#ui/summary-list.tsx'
import type { Permission } from '#protocol/procedure.ts'

/** A booking that may still be undone. */
type Undoable = {
  readonly orderNo: string
  readonly undo: Permission
  readonly undoUntil?: string | undefined
}

type UndoReviewProps<Booking extends Undoable> = AtReview & {
  readonly booking: Booking | undefined
  /** What is undone, and what stays as it is. */
  readonly entries: (booking: Booking) => readonly SummaryEntry[]
  /** Why there is nothing to undo. */
  readonly gone: string
  readonly goneTitle?: string
  readonly submitLabel: string
  /** The way out, in the words of the button. */
  readonly backLabel?: string
  readonly backHref: string
}

/** 確認 of an undoing: what stays as it is, and until when; nothing of that where it cannot be undone any more. */
export function UndoReview<Booking extends Undoable>(props: UndoReviewProps<Booking>) {
  const { booking, note, refused, keys, entries, gone, submitLabel, backHref } = props
  const { backLabel = '取り消さずに戻る', goneTitle = '取り消せる予約はありません' } = props
  if (booking === undefined)
    return <RefusalNotice title={goneTitle} reason={{ code: 'NOTHING_BOOKED', message: gone }} />
  const { orderNo, undo, undoUntil } = booking
  return (
    <>
      <Arrival note={note} />
      <Stopped refused={refused} />
      {undo.allowed ? (
        <>
          <SummaryList
            entries={[
              ...entries(booking),
              ['費用', '0円（かかりません）'],
              ['取り消せる期限', undoUntil && formatLimit(undoUntil)],
            ]}
          />
          <ConfirmForm
            keys={keys}
            conditions={`undo.${orderNo}`}
            values={{ intent: 'undo', orderNo }}
            submitLabel={submitLabel}
            back={{ href: backHref, label: backLabel }}
          />
        </>
      ) : refused === undefined ? (
        <RefusalNotice reason={undo} title="この予約は取り消せません" />
      ) : null}
    </>
  )
}
