import { splitVolume } from './format.ts'
import type { VolumeKind } from './format.ts'

type DataVolumeProps = {
  readonly bytes: number
  readonly kind: VolumeKind
  /** `figure`: the one big number of a screen. */
  readonly size?: 'text' | 'figure'
}

export function DataVolume({ bytes, kind, size = 'text' }: DataVolumeProps) {
  const { value, unit } = splitVolume(bytes, kind)
  return (
    <span className={size === 'figure' ? 'amount amount--figure' : 'amount'}>
      {value}
      {'\u00a0'}
      <span className="amount__unit">{unit}</span>
    </span>
  )
}
