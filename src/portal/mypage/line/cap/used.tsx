import type { LineCap } from '#portal/mypage/shared/wire.ts'
import { formatVolume } from '#ui/format.ts'

/** What of each cap is used. */
export function CapUsed({ known: { cap, used } }: { readonly known: LineCap }) {
  const rows = [
    { words: '今日', usedBytes: used.dayBytes, capBytes: cap?.dayBytes },
    { words: '今月', usedBytes: used.monthBytes, capBytes: cap?.monthBytes },
  ]
  return (
    <ul className="plain-list" role="list">
      {rows.map(({ words, usedBytes, capBytes }) =>
        capBytes === undefined ? null : (
          <li key={words}>
            {words} {formatVolume(usedBytes, 'used')}
            <span className="muted"> / 上限 {formatVolume(capBytes, 'quota')}</span>
          </li>
        ),
      )}
    </ul>
  )
}
