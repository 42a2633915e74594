import { lineCapPage } from '#vocabulary/pages.ts'
import type { LineCap } from '#portal/mypage/shared/wire.ts'
import { CapUsed } from './used.tsx'

/** On the line's page: how much of its cap is used. */
export function CapSummary({ known }: { readonly known: LineCap }) {
  return (
    <>
      <CapUsed known={known} />
      <p className="tap">
        <a href={lineCapPage(known.line.lineId)}>この回線の上限を変える</a>
      </p>
    </>
  )
}
