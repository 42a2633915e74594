import type { KnownStatus } from '#portal/context.ts'
import { formatDateTime } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'

/** Of which moment it is; said aloud where it may be old. */
export function AsOf({ board }: { readonly board: KnownStatus }) {
  const at = board.status?.asOf
  if (at === undefined) return null
  const words = formatDateTime(at)
  if (board.isCurrent) return <p className="small muted">{words}現在の情報です。</p>
  return (
    <Notice tone="warning" title={`${words}に確かめた情報です`}>
      いま新しい情報を読み込めません。このあとの変化は、ここに表れていないことがあります。
    </Notice>
  )
}

export function Unknown() {
  return (
    <Notice tone="warning" title="障害・メンテナンス情報を読み込めません">
      数分おいてから、このページをもう一度開いてください。
    </Notice>
  )
}
