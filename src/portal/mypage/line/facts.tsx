import { hasNumber, kindLabels, simSizeLabels } from '#vocabulary/line.ts'
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
        [
          '状態',
          <>
            <Badge tone={tones[line.status]}>{line.statusLabel}</Badge>{' '}
            {line.suspensionReason === undefined ? '' : suspensionWords[line.suspensionReason]}
          </>,
        ],
        ['電話番号', hasNumber(line) ? formatPhone(line.number) : '開通するときに決まります'],
        ['SIM', `${kindLabels[line.simKind]}（${simSizeLabels[line.simSize]}）`],
        ['SIMカード番号', line.iccidMasked && `末尾 ${line.iccidMasked.slice(-4)}`],
        ['利用開始日', line.activatedOn && formatDate(line.activatedOn)],
        ['利用終了日', line.endsOn && formatDate(line.endsOn)],
        ['オプション', options.map(({ name }) => name).join('、') || undefined],
      ]}
    />
  )
}
