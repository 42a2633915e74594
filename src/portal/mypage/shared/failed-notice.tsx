import type { Refusal } from '#vocabulary/refusal.ts'
import { Notice } from '#ui/notice.tsx'
import { Sentence } from '#ui/sentence.tsx'

/** In the place of a part that could not be shown: what happened, and the number to quote. */
export function FailedNotice({
  title,
  failed,
}: {
  readonly title: string
  readonly failed: Refusal
}) {
  return (
    <Notice tone="warning" title={title}>
      <p>
        <Sentence>{failed.message}</Sentence>
      </p>
      {failed.traceKey === undefined ? null : (
        <p className="small muted">お問い合わせ番号：{failed.traceKey}</p>
      )}
    </Notice>
  )
}
