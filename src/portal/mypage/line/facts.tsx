import { kindLabels, simSizeLabels } from '#vocabulary/line.ts'
import { Badge } from '#ui/badge.tsx'
import { formatDate, formatPhone } from '#ui/format.ts'
import { SummaryList } from '#ui/summary-list.tsx'
import { suspensionWords } from '#portal/mypage/shared/line-words.ts'
import type { LineDetail } from '#portal/mypage/shared/wire.ts'

const tones = {
  preparing: 'neutral',
  active: 'good',
  suspended: 'danger',
  ending: 'warning',
  ended: 'neutral',
} as const

/** Number, SIM and state of the line, and what is booked on it. */
export function Facts({ detail }: { readonly detail: LineDetail }) {
  const { line, options } = detail
  return (
    <SummaryList
      entries={[
        {
          term: '状態',
          value: (
            <>
              <Badge tone={tones[line.status]}>{line.statusLabel}</Badge>{' '}
              {line.suspensionReason === undefined ? '' : suspensionWords[line.suspensionReason]}
            </>
          ),
        },
        { term: '電話番号', value: formatPhone(line.number) },
        { term: 'SIM', value: `${kindLabels[line.simKind]}（${simSizeLabels[line.simSize]}）` },
        { term: 'SIMカード番号', value: line.iccidMasked && `末尾 ${line.iccidMasked.slice(-4)}` },
        { term: '利用開始日', value: line.activatedOn && formatDate(line.activatedOn) },
        { term: '利用終了日', value: line.endsOn && formatDate(line.endsOn) },
        ...(options.length === 0
          ? []
          : [{ term: 'オプション', value: options.map(({ name }) => name).join('、') }]),
      ]}
    />
  )
}
