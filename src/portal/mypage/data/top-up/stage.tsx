import { KeyFigures, type Figure } from '#portal/mypage/flow/key-figures.tsx'
import { capacityOf, groupsWith } from '#portal/mypage/shared/ring-of.ts'
import type { Forecast, Residual } from '#portal/mypage/shared/wire.ts'
import { formatVolume } from '#ui/format.ts'
import { Ring } from '#ui/ring.tsx'
import type { ReactNode } from 'react'

type Left = Pick<Residual, 'buckets' | 'asOf'> &
  Readonly<Record<'totalBytes' | 'usedThisMonthBytes', number>>

type TopUpStageProps = {
  readonly what: ReactNode
  readonly figures?: readonly Figure[]
  /** Before the pack. */
  readonly left: Left
  readonly pack: { readonly bytes: number; readonly expiresAt: string }
  readonly word: string
  readonly outlook?: string | undefined
}

/** What there is with the pack: its arc outermost, the sum before and after in words. */
export function TopUpStage({ what, figures = [], left, pack, word, outlook }: TopUpStageProps) {
  const after = left.totalBytes + pack.bytes
  return (
    <KeyFigures
      what={what}
      figures={figures}
      picture={
        <Ring
          buckets={groupsWith(left, pack)}
          capacityBytes={capacityOf(left) + pack.bytes}
          word={word}
        />
      }
    >
      <p className="key-figures__sum">
        データの残り {formatVolume(left.totalBytes, 'residual')} →{' '}
        <strong>{formatVolume(after, 'residual')}</strong>
      </p>
      {outlook === undefined ? null : <p className="key-figures__outlook">{outlook}</p>}
    </KeyFigures>
  )
}

/** Whether the pack lasts to the month's end; nothing where nobody can say. */
export function outlookWith(forecast: Forecast | undefined, packBytes: number) {
  if (forecast === undefined) return undefined
  const { emptyOn, shortageBytes } = forecast
  if (emptyOn === undefined) return '追加しなくても、月末まで足りる見込みです'
  return packBytes >= shortageBytes
    ? '月末まで足りる見込みになります'
    : `月末までは、あと約${formatVolume(shortageBytes - packBytes, 'used')}足りない見込みです`
}
