import { formatDate } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'

/** No pack outlives the service: who is leaving is told before anything is bought. */
export function ServiceEnd({ on }: { readonly on: string | undefined }) {
  if (on === undefined) return null
  return (
    <Notice tone="warning" title={`${formatDate(on)}までしか使えません`}>
      <p>解約を予約されているため、チャージしたデータの残りも、最終利用日の24時になくなります。</p>
    </Notice>
  )
}
