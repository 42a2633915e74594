import type { ReactNode } from 'react'
import { DataVolume } from './data-volume.tsx'
import { formatVolume } from './format.ts'

export type MeterBucket = {
  readonly id: string
  readonly name: string
  readonly remainingBytes: number
  readonly grantedBytes: number
  /** Until when it can be used, for instance. */
  readonly note?: ReactNode
}

/** Below this share of what was granted the bar changes its tone; the figures say it anyway. */
const lowShare = 0.1

/** One bar a bucket. The bar is for the eye only: the words beside it say the same. */
export function Meter({ buckets }: { readonly buckets: readonly MeterBucket[] }) {
  return (
    <ul className="meter">
      {buckets.map((bucket) => (
        <MeterRow key={bucket.id} {...bucket} />
      ))}
    </ul>
  )
}

function MeterRow({ name, remainingBytes, grantedBytes, note }: MeterBucket) {
  const share = grantedBytes === 0 ? 0 : Math.min(1, remainingBytes / grantedBytes)
  return (
    <li className={share < lowShare ? 'meter--low' : undefined}>
      <div className="meter__head">
        <span className="meter__name">{name}</span>
        <span>
          残り <DataVolume bytes={remainingBytes} kind="residual" />
          <span className="meter__of"> ／ {formatVolume(grantedBytes, 'quota')}</span>
        </span>
      </div>
      <MeterBar share={share} />
      {note === undefined ? null : <p className="meter__note">{note}</p>}
    </li>
  )
}

/** For the eye only: the caller shows the same in words beside it. */
export function MeterBar({ share }: { readonly share: number }) {
  return (
    <svg className="meter__bar" aria-hidden="true">
      <rect className="meter__track" x="0.5" y="0.5" width="99.8%" height="9" rx="4.5" />
      {share === 0 ? null : (
        <rect className="meter__fill" width={percent(share)} height="10" rx="5" />
      )}
    </svg>
  )
}

function percent(share: number): string {
  return `${Math.round(share * 10_000) / 100}%`
}
