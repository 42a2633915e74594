import { PersonMark } from '#console/shell/icon.tsx'
import type { QueueRow } from './row.ts'

/** Who works on it. */
export function Holder({ row: { holder } }: { readonly row: Pick<QueueRow, 'holder'> }) {
  if (holder === undefined) return <span className="muted">なし</span>
  return (
    <>
      <PersonMark name={holder.name} /> {holder.name}
    </>
  )
}
