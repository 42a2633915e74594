import type { LineCap } from '#portal/mypage/shared/wire.ts'
import { formatVolume } from '#ui/format.ts'

type Volumes = { readonly dayBytes?: number | undefined; readonly monthBytes?: number | undefined }
type CapUsedProps = {
  readonly known: Pick<LineCap, 'used'> & {
    readonly cap?: Volumes | undefined
    readonly lift?: Volumes | undefined
  }
}

/** What of each cap is used; of a cap with an exception for today, what holds today. */
export function CapUsed({ known: { cap, used, lift } }: CapUsedProps) {
  const today = lift ?? cap
  const rows = [
    {
      words: '今日',
      usedBytes: used.dayBytes,
      capBytes: cap?.dayBytes,
      todayBytes: today?.dayBytes,
    },
    {
      words: '今月',
      usedBytes: used.monthBytes,
      capBytes: cap?.monthBytes,
      todayBytes: today?.monthBytes,
    },
  ]
  return (
    <ul className="plain-list" role="list">
      {rows.map(({ words, usedBytes, capBytes, todayBytes }) =>
        capBytes === undefined ? null : (
          <li key={words}>
            {words} {formatVolume(usedBytes, 'used')}
            <span className="muted"> / {capWords(capBytes, todayBytes)}</span>
          </li>
        ),
      )}
    </ul>
  )
}

function capWords(capBytes: number, todayBytes: number | undefined): string {
  if (todayBytes === undefined) return '今日だけ上限なし'
  const volume = formatVolume(todayBytes, 'quota')
  return todayBytes === capBytes ? `上限 ${volume}` : `今日だけ上限 ${volume}`
}
