import { lineCapPage } from '#vocabulary/pages.ts'
import type { LineCap } from '#portal/mypage/shared/wire.ts'
import { formatVolume } from '#ui/format.ts'
import { CapUsed } from './used.tsx'

/** On the line's page: what its cap is and how much of it is used. */
export function CapSummary({ known }: { readonly known: LineCap }) {
  const { cap, line, used } = known
  return (
    <>
      {cap === undefined ? (
        <p>
          上限はありません。今月は{formatVolume(used.monthBytes, 'used')}
          使いました。1か月や1日に高速で使える量を決めておくと、使いすぎを防げます。
        </p>
      ) : (
        <CapUsed known={known} />
      )}
      <p className="tap">
        <a href={lineCapPage(line.lineId)}>
          {cap === undefined ? 'この回線の上限を決める' : 'この回線の上限を変える'}
        </a>
      </p>
    </>
  )
}
