import { megabytes, type Bytes } from '../bytes.ts'

/** A cap as the wire asks for it: volumes of periods that are not asked for are left aside. */
export type CapRequest = {
  readonly over: 'day' | 'month' | 'both' | 'none'
  readonly dayMb?: number | undefined
  readonly monthMb?: number | undefined
}

type Volumes = { readonly day: Bytes | undefined; readonly month: Bytes | undefined }
type Missing = { readonly missing: readonly ('dayMb' | 'monthMb')[] }

/** The volumes that are asked for, or the fields that are missing for it. */
export function volumesOf({ over, dayMb, monthMb }: CapRequest): Volumes | Missing {
  const asked = {
    day: over === 'day' || over === 'both',
    month: over === 'month' || over === 'both',
  }
  const missing = [
    ...(asked.day && dayMb === undefined ? (['dayMb'] as const) : []),
    ...(asked.month && monthMb === undefined ? (['monthMb'] as const) : []),
  ]
  if (missing.length > 0) return { missing }
  return {
    day: asked.day && dayMb !== undefined ? megabytes(dayMb) : undefined,
    month: asked.month && monthMb !== undefined ? megabytes(monthMb) : undefined,
  }
}
