import { RefusalNotice } from '#portal/mypage/flow/refusal.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Act, Acted } from './submit.ts'

const refusedTitles: Record<Act, string> = {
  nickname: '名前を保存できませんでした',
  malware: '設定を変更できませんでした',
  stop: '回線を止められませんでした',
  resume: '回線を再開できませんでした',
}

/** At the head of the page: what the last press came to. */
export function ActedNotice({ acted }: { readonly acted: Acted | undefined }) {
  if (acted === undefined) return null
  if (acted.refused !== undefined)
    return <RefusalNotice answersPress title={refusedTitles[acted.act]} reason={acted.refused} />
  return (
    <Notice tone="good" role="status">
      <p>{acted.done}</p>
    </Notice>
  )
}
