import type { Operation } from '#vocabulary/operation.ts'
import { LinkList } from '#ui/card.tsx'
import {
  groupNames,
  entrancesFor,
  type Entrance,
  type EntranceGroup,
  type Standing,
} from '../entrances.ts'

const groups: readonly EntranceGroup[] = ['data', 'price', 'contract', 'account', 'leave']

type EntrancesProps = {
  readonly standing: Standing
  /** What the rules allow now; what begins with nothing of it is not offered. Unknown: everything is. */
  readonly operations: readonly Allowed[] | undefined
}

type Allowed = { readonly operation: Operation; readonly allowed: boolean }

/** The way to everything there is, by subject; 解約・転出 among them in plain sight. */
export function Entrances({ standing, operations }: EntrancesProps) {
  const entrances = entrancesFor(standing).filter((entrance) => canBegin(entrance, operations))
  return (
    <div className="entrances">
      {groups.map((group) => {
        const entries = entrances.filter((entrance) => entrance.group === group)
        return entries.length === 0 ? null : (
          <div key={group}>
            <h3>{groupNames[group]}</h3>
            <LinkList entries={entries.map(({ href, label }) => ({ href, label }))} />
          </div>
        )
      })}
    </div>
  )
}

function canBegin({ begins }: Entrance, operations: readonly Allowed[] | undefined): boolean {
  if (begins === undefined || operations === undefined) return true
  return operations.some(({ operation, allowed }) => allowed && begins.includes(operation))
}
