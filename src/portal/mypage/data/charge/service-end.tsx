import { formatDate } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'

/** A pack lasts longer than the service does: who is leaving is told before anything is bought. */
export function ServiceEnd({ on }: { readonly on: string | undefined }) {
  if (on === undefined) return null
  return (
    <Notice tone="warning" title={`${formatDate(on)}までしか使えません`}>
      <p>
        解約を予約されているため、チャージしたデータも、有効期限にかかわらず最終利用日の24時に使えなくなります。
      </p>
    </Notice>
  )
}
