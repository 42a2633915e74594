import type { Reserved } from '#portal/mypage/plan-size/load.ts'
import { formatLimit } from '#portal/mypage/flow/wording.ts'
import { formatDate } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { TextLink } from '#ui/text-link.tsx'

/** The change that is booked already, with the way to undo it. */
export function Booked({ reserved }: { readonly reserved: Reserved }) {
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
